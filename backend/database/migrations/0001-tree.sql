-- The tree, as its leaves. The bytes of a path order as Firebase orders keys (encode-path.ts), so every
-- subtree is one range. An inner node exists only through leaves below it; no leaf has a leaf below it. A
-- priority is a row of its own, under its node's path and `.priority`; it goes when its node goes.
CREATE TABLE database_leaves (
  path BLOB NOT NULL PRIMARY KEY,
  value TEXT NOT NULL                -- JSON of a boolean, a number or a string
) STRICT, WITHOUT ROWID;

-- What `.indexOn` of the rules asks for: every child of an indexed node, by what it is ordered by; and every
-- child that has a priority, under the name `.priority`.
CREATE TABLE database_index (
  parent BLOB NOT NULL,              -- path of the indexed node
  name TEXT NOT NULL,                -- a path below its children, `.value` or `.priority`
  value BLOB NOT NULL,               -- bytes that order as values do (encode-indexed.ts)
  child BLOB NOT NULL,               -- the child's key, as in a path
  PRIMARY KEY (parent, name, value, child)
) STRICT, WITHOUT ROWID;

-- One row: the definitions for which `database_index` was built.
CREATE TABLE database_index_definition (
  only_row INTEGER NOT NULL PRIMARY KEY CHECK (only_row = 1),
  definition TEXT NOT NULL
) STRICT;

INSERT INTO database_index_definition VALUES (1, '');

-- Where the last commits have changed something: a reader knows by it what is new in what it sees.
-- The newest row is always kept: its number is the last commit's.
CREATE TABLE database_changes (
  number INTEGER NOT NULL PRIMARY KEY,
  paths TEXT NOT NULL                -- JSON, a list of a/b
) STRICT;

INSERT INTO database_changes VALUES (0, '[]');

-- What connections leave behind for when they end (onDisconnect); what is still here at a start was left by
-- connections that ended with the process.
CREATE TABLE database_on_disconnect (
  connection TEXT NOT NULL,
  number INTEGER NOT NULL,           -- in the order in which they were left
  caller TEXT NOT NULL,              -- JSON
  writes TEXT NOT NULL,              -- JSON
  PRIMARY KEY (connection, number)
) STRICT, WITHOUT ROWID;
