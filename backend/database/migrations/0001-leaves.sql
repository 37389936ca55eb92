-- The tree, as its leaves. The bytes of a path order as Firebase orders keys (encode-path.ts), so every
-- subtree is one range. An inner node exists only through leaves below it; no leaf has a leaf below it.
CREATE TABLE database_leaves (
  path BLOB NOT NULL PRIMARY KEY,
  value TEXT NOT NULL                -- JSON of a boolean, a number or a string
) STRICT, WITHOUT ROWID;

-- One row: the number of the last commit.
CREATE TABLE database_last_commit (
  only_row INTEGER NOT NULL PRIMARY KEY CHECK (only_row = 1),
  number INTEGER NOT NULL
) STRICT;

INSERT INTO database_last_commit VALUES (1, 0);
