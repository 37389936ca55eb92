CREATE TABLE firestore_documents (
  number INTEGER PRIMARY KEY,
  key BLOB NOT NULL UNIQUE,          -- encodePath(path): in Firestore's order of names
  create_time INTEGER NOT NULL,      -- microseconds since 1970
  update_time INTEGER NOT NULL,
  -- Canonical JSON of Firestore's typed values. The last column: what is before it is read without it.
  fields TEXT NOT NULL
) STRICT;

-- A collection (01 and its encoded path) or a collection group (02 and its encoded id) that has documents.
CREATE TABLE firestore_scopes (
  number INTEGER PRIMARY KEY,
  key BLOB NOT NULL UNIQUE
) STRICT;

-- What a query may ask of a scope, in the order of its answer; see index-entries.ts.
CREATE TABLE firestore_index_entries (
  scope INTEGER NOT NULL,
  key BLOB NOT NULL,
  document INTEGER NOT NULL,
  PRIMARY KEY (scope, key)
) STRICT, WITHOUT ROWID;

-- Composite indexes.
CREATE TABLE firestore_indexes (
  number INTEGER PRIMARY KEY,
  definition TEXT NOT NULL UNIQUE,
  state TEXT NOT NULL CHECK (state IN ('building', 'ready', 'dropping'))
) STRICT;

-- One row. Overrides of single-field indexes are JSON: what writes keep, and what queries may use meanwhile.
CREATE TABLE firestore_index_settings (
  only_row INTEGER NOT NULL PRIMARY KEY CHECK (only_row = 1),
  version TEXT NOT NULL,             -- another one after every change of indexes
  kept_overrides TEXT NOT NULL,
  usable_overrides TEXT NOT NULL
) STRICT;

INSERT INTO firestore_index_settings VALUES (1, '', '[]', '[]');

-- What a change of the indexes has left to do, in this order: first all builds, then all sweeps.
CREATE TABLE firestore_index_work (
  number INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('build', 'sweep')),
  collection_id TEXT NOT NULL,
  scope BLOB NOT NULL,               -- where the next slice begins: a scope's key, of a sweep,
  entry BLOB NOT NULL                -- and an entry's key
) STRICT;

-- One row: the number and the time of the last commit that changed something.
CREATE TABLE firestore_last_commit (
  only_row INTEGER NOT NULL PRIMARY KEY CHECK (only_row = 1),
  number INTEGER NOT NULL,
  time INTEGER NOT NULL
) STRICT;

INSERT INTO firestore_last_commit VALUES (1, 0, 0);
