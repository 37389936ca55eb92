CREATE TABLE storage_objects (
  name TEXT NOT NULL PRIMARY KEY,    -- users/7/cat.png
  generation INTEGER NOT NULL,       -- microseconds since 1970, rising
  metageneration INTEGER NOT NULL,
  time_created INTEGER NOT NULL,     -- milliseconds since 1970
  updated INTEGER NOT NULL,
  sha256 TEXT NOT NULL,              -- hexadecimal; names the file with the content
  md5 TEXT NOT NULL,                 -- base64
  size INTEGER NOT NULL,             -- bytes
  metadata TEXT NOT NULL,            -- JSON of the header fields and of `custom`
  download_tokens TEXT NOT NULL      -- JSON, a list of texts
) STRICT;

CREATE INDEX storage_objects_by_sha256 ON storage_objects (sha256);

-- One row: the last generation that was given, so that none is given twice, also after a deletion.
CREATE TABLE storage_last_generation (
  only_row INTEGER NOT NULL PRIMARY KEY CHECK (only_row = 1),
  generation INTEGER NOT NULL
) STRICT;

INSERT INTO storage_last_generation VALUES (1, 0);
