CREATE TABLE firestore_documents (
  path TEXT NOT NULL PRIMARY KEY,    -- users/7/notes/1
  collection TEXT NOT NULL,          -- users/7/notes
  collection_id TEXT NOT NULL,       -- notes
  fields TEXT NOT NULL,              -- canonical JSON of Firestore's typed values
  create_time INTEGER NOT NULL,      -- microseconds since 1970
  update_time INTEGER NOT NULL
) STRICT;

CREATE INDEX firestore_documents_by_collection ON firestore_documents (collection);
CREATE INDEX firestore_documents_by_collection_id ON firestore_documents (collection_id);

-- One row: the number and the time of the last commit that changed something.
CREATE TABLE firestore_last_commit (
  only_row INTEGER NOT NULL PRIMARY KEY CHECK (only_row = 1),
  number INTEGER NOT NULL,
  time INTEGER NOT NULL
) STRICT;

INSERT INTO firestore_last_commit VALUES (1, 0, 0);
