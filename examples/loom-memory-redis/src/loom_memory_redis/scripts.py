"""What the server runs in one step: no reader sees half of it, and no other writer gets between.

Each script is given two Redis keys: the list, and the sorted set of all names of lists. An
element of a list is the id of an entry, U+0000, which no id holds, and the entry's JSON; so
ids can be compared without parsing.
"""

from typing import Final

_PUSH: Final = """
local function push(first)
  for at = first, #ARGV, 1000 do  -- unpack takes some thousands at most
    redis.call('RPUSH', KEYS[1], unpack(ARGV, at, math.min(at + 999, #ARGV)))
  end
  redis.call('ZADD', KEYS[2], 0, ARGV[1])
end
"""

APPEND: Final = f"{_PUSH} push(2)"
"""Arguments: the name, then the elements; at least one."""

REPLACE: Final = f"""{_PUSH}
local expected = tonumber(ARGV[2])
if expected >= 0 then
  local stored = redis.call('LRANGE', KEYS[1], 0, -1)
  if #stored ~= expected then return 0 end
  for at = 1, expected do
    local id = ARGV[at + 2]
    if string.sub(stored[at], 1, #id + 1) ~= id .. '\\0' then return 0 end
  end
end
redis.call('DEL', KEYS[1])
local first = 3 + math.max(expected, 0)
if first > #ARGV then
  redis.call('ZREM', KEYS[2], ARGV[1])
else
  push(first)
end
return 1
"""
"""Arguments: the name; how many ids are expected, or -1; those ids; the elements.

Gives 1, or 0 if the ids of the list are others: then nothing was written."""
