"""Every statement about which indexes the schema carries, and about their tables as a whole."""

from typing import Final

INDEXES: Final = """
SELECT name, identity, scheme, parameters
FROM {schema}.loom_indexes
"""

ADD_INDEX: Final = """
INSERT INTO {schema}.loom_indexes (name, identity, scheme, parameters)
VALUES (%(name)s, %(identity)s, %(scheme)s, %(parameters)s)
"""

DROP_INDEX: Final = """
DELETE FROM {schema}.loom_indexes
WHERE name = %(name)s
"""

INDEX_TABLES: Final = """
SELECT format('%%I.%%I', schemaname, tablename)
FROM pg_tables
WHERE schemaname = %(schema)s
  AND (tablename = %(table)s OR starts_with(tablename, %(table)s || '_'))
ORDER BY length(tablename), tablename
"""

RELATIONS: Final = """
SELECT relname
FROM pg_class
JOIN pg_namespace ON pg_namespace.oid = relnamespace
WHERE nspname = %(schema)s AND relkind IN ('r', 'p', 'i', 'I', 'S')
  AND (relname = %(name)s OR starts_with(relname, %(name)s || '_'))
ORDER BY relname
"""

KEEP_INDEXES: Final = """
LOCK TABLE {schema}.loom_indexes IN ACCESS SHARE MODE
"""
"""Before the first look: afterwards no other tables take the place of an index's, which would
be empty to a transaction that has looked at the database before they were there."""

SWITCH_INDEXES: Final = """
LOCK TABLE {schema}.loom_indexes IN ACCESS EXCLUSIVE MODE
"""

HOLD_TABLE: Final = """
LOCK TABLE ONLY {table} IN ACCESS EXCLUSIVE MODE
"""
"""Before its rights are read: nobody changes its policies until the new one has them, and what
is granted while this waits for a reader is seen."""

RIGHTS: Final = """
WITH replaced AS (
  SELECT old.oid AS old, new.oid AS new, nspname, old.relname, new.relacl AS given,
    coalesce(old.relacl, acldefault('r', old.relowner)) AS acl,
    old.relrowsecurity, old.relforcerowsecurity,
    format('%%I.%%I', nspname, old.relname) AS place,
    new.relowner AS maker,
    CASE WHEN pg_has_role(old.relowner, 'USAGE')
      AND pg_has_role(old.relowner, CASE
        WHEN current_setting('server_version_num')::int < 160000 THEN 'MEMBER' ELSE 'SET' END)
      AND (current_setting('is_superuser')::bool
        OR has_schema_privilege(old.relowner, nspname, 'CREATE'))
    THEN old.relowner ELSE new.relowner END AS owner
  FROM pg_class AS old
  JOIN pg_namespace ON pg_namespace.oid = old.relnamespace
  JOIN pg_class AS new ON new.relnamespace = old.relnamespace AND new.relkind IN ('r', 'p')
    AND new.relname = %(next)s || substr(old.relname, length(%(table)s) + 1)
  WHERE nspname = %(schema)s AND old.relkind IN ('r', 'p')
    AND (old.relname = %(table)s OR starts_with(old.relname, %(table)s || '_'))
), held AS (
  SELECT place, owner, grantee, privilege_type AS privilege, is_grantable
  FROM replaced, aclexplode(acl)
  UNION
  SELECT place, owner, grantee, format('%%s (%%I)', privilege_type, held.attname), is_grantable
  FROM replaced
  JOIN pg_attribute AS held ON held.attrelid = old AND NOT held.attisdropped
  JOIN pg_attribute AS kept ON kept.attrelid = new AND kept.attname = held.attname,
    aclexplode(held.attacl)
), said (step, statement) AS (
  SELECT DISTINCT 1, format('REVOKE ALL ON %%s FROM %%s',
    place, coalesce(nullif(grantee::regrole::text, '-'), 'PUBLIC'))
  FROM replaced, aclexplode(given)
  WHERE grantee <> maker
  UNION ALL
  SELECT 2, format('ALTER TABLE %%s OWNER TO %%s', place, owner::regrole)
  FROM replaced
  WHERE owner <> maker
  UNION ALL
  SELECT 3, format('GRANT %%s ON %%s TO %%s%%s',
    string_agg(privilege, ', '), place,
    coalesce(nullif(grantee::regrole::text, '-'), 'PUBLIC'),
    CASE WHEN is_grantable THEN ' WITH GRANT OPTION' END)
  FROM held
  WHERE grantee <> owner
  GROUP BY place, grantee, is_grantable
  UNION ALL
  SELECT 4, format('CREATE POLICY %%I ON %%s AS %%s FOR %%s TO %%s%%s%%s',
    policyname, place, permissive, cmd,
    (SELECT string_agg(quote_ident(role), ', ') FROM unnest(roles) AS role),
    ' USING (' || qual || ')', ' WITH CHECK (' || with_check || ')')
  FROM replaced
  JOIN pg_policies ON schemaname = nspname AND tablename = relname
  UNION ALL
  SELECT 5, format('ALTER TABLE %%s ENABLE ROW LEVEL SECURITY', place)
  FROM replaced
  WHERE relrowsecurity
  UNION ALL
  SELECT 6, format('ALTER TABLE %%s FORCE ROW LEVEL SECURITY', place)
  FROM replaced
  WHERE relforcerowsecurity
)
SELECT statement FROM said ORDER BY step, statement
"""
"""What gives the tables that were built beside old ones, once in their place, the same rights.

A new table has the rights that its maker gives by default: they go first. The old owner gets it
where the role that asks may hand it over; where not, the old owner keeps its rights by a grant.
"""

SEE_EVERY_ROW: Final = """
SET LOCAL row_security = off
"""
"""Instead of building an index of the rows that a policy shows, the server refuses."""
