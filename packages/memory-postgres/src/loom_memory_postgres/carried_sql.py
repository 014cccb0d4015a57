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
