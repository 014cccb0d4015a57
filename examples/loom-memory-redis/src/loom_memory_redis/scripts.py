"""What the server runs in one step: no reader sees half of it, and no other writer gets between.

A list is three Redis keys: a sorted set of numbers, one for each entry and rising, a hash from
number to element, and a hash from id to the numbers that it has. So an entry is read or removed
by its id at the same cost in a list of any length. An element is the id of an entry, U+0000,
which no id holds, and the entry's JSON. Where the server has RediSearch, an entry with terms has
a row too: a hash with the entry's number and its tokens, named by number and key. Rows come and
go with the elements.

Whether a store has rows is written in the mark, a Redis key that each script looks at first: no
handle that does not know of rows can leave them out of step.
"""

from typing import Final

_WRITING: Final = """
local list, data, ids, names, mark = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local name, row, indexing = ARGV[1], ARGV[2], ARGV[3] == '1'
local is_marked = redis.call('EXISTS', mark) == 1
if is_marked and not indexing then return 'an index' end
if indexing and not is_marked then return 'no index' end

local function push(first)
  local last = redis.call('ZREVRANGE', list, 0, 0)[1]
  local at = last and tonumber(last) + 1 or 0
  for pair = first, #ARGV, 2 do
    local element = ARGV[pair]
    local id = string.sub(element, 1, string.find(element, '\\0', 1, true) - 1)
    redis.call('ZADD', list, at, at)
    redis.call('HSET', data, at, element)
    local held = redis.call('HGET', ids, id)
    redis.call('HSET', ids, id, held and held .. ',' .. at or at)
    if ARGV[pair + 1] ~= '' then
      redis.call('HSET', row .. at .. ':' .. name, 'position', at, 'tokens', ARGV[pair + 1])
    end
    at = at + 1
  end
  redis.call('ZADD', names, 0, name)
end
"""
"""Keys: the three of the list, the sorted set of all names of lists, the mark. Arguments: the
name, what the names of rows begin with, and whether this handle writes rows."""

APPEND: Final = f"{_WRITING} push(4) return 'done'"
"""More arguments: elements, each with its tokens; at least one.

Gives ``done``, or without having written anything: ``an index`` if the store has rows and the
handle does not write them, ``no index`` if it is the other way round."""

REPLACE: Final = f"""{_WRITING}
local stored, expected = redis.call('ZRANGE', list, 0, -1), tonumber(ARGV[4])
if expected >= 0 then
  if #stored ~= expected then return 'conflict' end
  for at = 1, expected do
    local id = ARGV[at + 4]
    local element = redis.call('HGET', data, stored[at])
    if string.sub(element, 1, #id + 1) ~= id .. '\\0' then return 'conflict' end
  end
end
if indexing then
  for at = 1, #stored do redis.call('DEL', row .. stored[at] .. ':' .. name) end
end
redis.call('DEL', list, data, ids)
local first = 5 + math.max(expected, 0)
if first > #ARGV then
  redis.call('ZREM', names, name)
else
  push(first)
end
return 'done'
"""
"""More arguments: how many ids are expected, or -1; those ids; elements, each with its tokens.

Gives what ``APPEND`` gives, and ``conflict`` if the ids of the list are others."""

REMOVE: Final = f"""{_WRITING}
local gone = 0
for argument = 4, #ARGV do
  local held = redis.call('HGET', ids, ARGV[argument])
  if held then
    for at in string.gmatch(held, '%d+') do
      redis.call('ZREM', list, at)
      redis.call('HDEL', data, at)
      if indexing then redis.call('DEL', row .. at .. ':' .. name) end
      gone = gone + 1
    end
    redis.call('HDEL', ids, ARGV[argument])
  end
end
if redis.call('EXISTS', list) == 0 then redis.call('ZREM', names, name) end
return tostring(gone)
"""
"""More arguments: ids, each once. Gives what ``APPEND`` gives, but for ``done`` how many went."""

READ: Final = """
local numbers = redis.call('ZRANGE', KEYS[1], ARGV[1], -1)
local found = {}
for at = 1, #numbers do found[at] = redis.call('HGET', KEYS[2], numbers[at]) end
return found
"""
"""Keys: the three of the list. Argument: the place of the first, below 0 from the end. Gives
elements."""

GET: Final = """
local numbers = {}
for argument = 1, #ARGV do
  local held = redis.call('HGET', KEYS[3], ARGV[argument])
  for at in string.gmatch(held or '', '%d+') do numbers[#numbers + 1] = tonumber(at) end
end
table.sort(numbers)
local found = {}
for at = 1, #numbers do found[at] = redis.call('HGET', KEYS[2], numbers[at]) end
return found
"""
"""Keys: the three of the list. Arguments: ids, each once. Gives elements in append order."""

PAGE: Final = 10_000
"""How many matches are asked for at once: what the launcher of Redis Stack allows by default."""

BUILT: Final = b"built"
"""What the mark holds once every entry has its row."""

SEARCH: Final = f"""
local list, data, mark = KEYS[1], KEYS[2], KEYS[3]
local row, index, limit, tokens = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4]
if redis.call('GET', mark) ~= '{BUILT.decode()}' then return 'no index' end

local found = {{}}
local function collect(first, last, within)
  local answer = redis.call('FT.SEARCH', index, within .. '@tokens:(' .. tokens .. ')',
    'NOCONTENT', 'WITHSCORES', 'SCORER', 'BM25STD', 'LIMIT', 0, {PAGE}, 'TIMEOUT', 0, 'DIALECT', 2)
  if answer[1] > {PAGE} then
    local middle = math.floor((first + last) / 2)
    collect(first, middle, '@position:[' .. first .. ' ' .. middle .. '] ')
    collect(middle + 1, last, '@position:[' .. middle + 1 .. ' ' .. last .. '] ')
    return
  end
  local worst  -- what ties with the last hit of this page that can be asked for
  for at = 2, #answer, 2 do
    local millionths = math.floor(tonumber(answer[at + 1]) * 1e6 + 0.5)
    if at == 2 * limit then worst = millionths end
    if worst and millionths < worst then return end
    local position = tonumber(string.match(answer[at], '^%d+', #row + 1))
    found[#found + 1] = {{millionths, position}}
  end
end
collect(0, tonumber(redis.call('ZREVRANGE', list, 0, 0)[1] or '0'), '')

table.sort(found, function(one, other)
  if one[1] ~= other[1] then return one[1] > other[1] end
  return one[2] > other[2]
end)
local hits = {{}}
for at = 1, math.min(limit, #found) do
  local millionths, position = found[at][1], found[at][2]
  hits[at] = {{position, string.format('%.0f', millionths), redis.call('HGET', data, position)}}
end
return hits
"""
"""Keys: the first two of the list, the mark. Arguments: what the names of rows begin with, the
name of the index, how many hits at most, and the tokens of the query.

Gives the hits, best first and of equals the newest: each a number, a score in millionths, and
an element. Gives ``no index`` if not every entry has its row."""

INDEXING: Final = """
local info = redis.call('FT.INFO', ARGV[1])
for at = 1, #info, 2 do
  local label = info[at]
  if type(label) == 'table' then label = label.ok end
  if label == 'indexing' then return tonumber(info[at + 1]) end
end
return redis.error_reply('FT.INFO names no indexing')
"""
"""Argument: the name of the index. Gives 1 while the server is reading rows that it found."""
