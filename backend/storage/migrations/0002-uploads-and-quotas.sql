-- Who uploaded it, and is charged for it; NULL for the server itself and for who has no account.
ALTER TABLE storage_objects ADD COLUMN owner TEXT CHECK (owner <> '');
-- The media type that its first bytes show, such as image/png; NULL where they show none.
ALTER TABLE storage_objects ADD COLUMN sniffed_type TEXT;

-- What it counts in every quota: a file takes a block of the disk, a row and a name also without a byte.
ALTER TABLE storage_objects ADD COLUMN charged INTEGER NOT NULL GENERATED ALWAYS AS (
  max(4096, size + octet_length(metadata) + octet_length(download_tokens))
) VIRTUAL;

UPDATE storage_objects SET owner = substr(name, 7, instr(substr(name, 7), '/') - 1)
  WHERE substr(name, 1, 6) = 'users/' AND instr(substr(name, 7), '/') > 1;

CREATE INDEX storage_objects_by_owner ON storage_objects (owner) WHERE owner IS NOT NULL;

-- Uploads under way. Each holds what it will be charged in reserve until it is finished, cancelled or forgotten.
CREATE TABLE storage_uploads (
  id_hash TEXT NOT NULL PRIMARY KEY,  -- SHA-256 of the upload's id, which is a secret
  resumable INTEGER NOT NULL,         -- 0: came in one request, and ended with the process
  file TEXT NOT NULL,                 -- name in incoming/
  caller TEXT NOT NULL,               -- only this one may go on
  holder TEXT NOT NULL,               -- whom it is counted for where slots are shared out
  owner TEXT CHECK (owner <> ''),     -- as in storage_objects
  name TEXT NOT NULL,                 -- of the object
  head TEXT NOT NULL,                 -- JSON: metadata, md5Hash and preconditions of the request
  size INTEGER NOT NULL,              -- announced, in bytes
  received INTEGER NOT NULL,          -- of them, what is on the disk for good
  created INTEGER NOT NULL,           -- milliseconds since 1970
  last_used INTEGER NOT NULL,
  -- Never less than that of its object: the head is longer than the metadata and the token that become of it.
  charged INTEGER NOT NULL GENERATED ALWAYS AS (max(4096, size + octet_length(head))) VIRTUAL
) STRICT;

CREATE INDEX storage_uploads_by_last_used ON storage_uploads (last_used);
CREATE INDEX storage_uploads_by_holder ON storage_uploads (holder, last_used) WHERE resumable = 1;

-- Kept by the triggers below. The row with an empty owner is the whole site.
CREATE TABLE storage_usage (
  owner TEXT NOT NULL PRIMARY KEY,
  objects INTEGER NOT NULL,
  bytes INTEGER NOT NULL,             -- charged for objects; equal contents count each time
  reserved INTEGER NOT NULL,          -- charged for uploads under way
  received INTEGER NOT NULL           -- by uploads under way
) STRICT;

INSERT INTO storage_usage SELECT owner, count(*), sum(charged), 0, 0 FROM storage_objects
  WHERE owner IS NOT NULL GROUP BY owner;
INSERT INTO storage_usage SELECT '', count(*), coalesce(sum(charged), 0), 0, 0 FROM storage_objects;

CREATE TRIGGER storage_usage_insert AFTER INSERT ON storage_objects BEGIN
  INSERT INTO storage_usage VALUES ('', 1, new.charged, 0, 0)
    ON CONFLICT DO UPDATE SET objects = objects + 1, bytes = bytes + excluded.bytes;
  INSERT INTO storage_usage SELECT new.owner, 1, new.charged, 0, 0 WHERE new.owner IS NOT NULL
    ON CONFLICT DO UPDATE SET objects = objects + 1, bytes = bytes + excluded.bytes;
END;

CREATE TRIGGER storage_usage_delete AFTER DELETE ON storage_objects BEGIN
  UPDATE storage_usage SET objects = objects - 1, bytes = bytes - old.charged
    WHERE owner IN ('', old.owner);
END;

CREATE TRIGGER storage_usage_update AFTER UPDATE ON storage_objects
WHEN new.charged <> old.charged OR new.owner IS NOT old.owner BEGIN
  UPDATE storage_usage SET objects = objects - 1, bytes = bytes - old.charged
    WHERE owner IN ('', old.owner);
  INSERT INTO storage_usage VALUES ('', 1, new.charged, 0, 0)
    ON CONFLICT DO UPDATE SET objects = objects + 1, bytes = bytes + excluded.bytes;
  INSERT INTO storage_usage SELECT new.owner, 1, new.charged, 0, 0 WHERE new.owner IS NOT NULL
    ON CONFLICT DO UPDATE SET objects = objects + 1, bytes = bytes + excluded.bytes;
END;

CREATE TRIGGER storage_reserve AFTER INSERT ON storage_uploads BEGIN
  INSERT INTO storage_usage VALUES ('', 0, 0, new.charged, 0)
    ON CONFLICT DO UPDATE SET reserved = reserved + excluded.reserved;
  INSERT INTO storage_usage SELECT new.owner, 0, 0, new.charged, 0 WHERE new.owner IS NOT NULL
    ON CONFLICT DO UPDATE SET reserved = reserved + excluded.reserved;
END;

CREATE TRIGGER storage_release AFTER DELETE ON storage_uploads BEGIN
  UPDATE storage_usage SET reserved = reserved - old.charged, received = received - old.received
    WHERE owner IN ('', old.owner);
END;

CREATE TRIGGER storage_receive AFTER UPDATE OF received ON storage_uploads BEGIN
  UPDATE storage_usage SET received = received - old.received + new.received
    WHERE owner IN ('', new.owner);
END;

-- Where an account's quota is not the usual one.
CREATE TABLE storage_quotas (
  owner TEXT NOT NULL PRIMARY KEY,
  bytes INTEGER NOT NULL
) STRICT;

-- Resumable uploads that were finished lately, so that a client whose answer was lost learns of it.
CREATE TABLE storage_finished_uploads (
  id_hash TEXT NOT NULL PRIMARY KEY,
  caller TEXT NOT NULL,
  name TEXT NOT NULL,                 -- of the object
  generation INTEGER NOT NULL,
  size INTEGER NOT NULL,              -- bytes
  finished INTEGER NOT NULL           -- milliseconds since 1970
) STRICT;

CREATE INDEX storage_finished_uploads_by_time ON storage_finished_uploads (finished);
