CREATE TABLE auth_accounts (
  uid TEXT NOT NULL PRIMARY KEY,
  email TEXT UNIQUE,                   -- lower case
  email_verified INTEGER NOT NULL,
  password_hash TEXT,                  -- PHC string
  password_updated_at INTEGER,         -- milliseconds since 1970, as all times but the two below
  display_name TEXT,
  photo_url TEXT,
  custom_claims TEXT,                  -- JSON object
  disabled INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  last_login_at INTEGER,
  last_refresh_at INTEGER,
  valid_since_s INTEGER NOT NULL       -- seconds: sign-ins before it are over
) STRICT;

-- A row outlives its account for a while, so that its holder is told that the account is gone.
CREATE TABLE auth_refresh_tokens (
  number INTEGER PRIMARY KEY,          -- rises with every new token
  token_hash TEXT NOT NULL UNIQUE,     -- SHA-256, hex; the token itself is nowhere
  uid TEXT NOT NULL,
  sign_in_provider TEXT NOT NULL,
  auth_time_s INTEGER NOT NULL,        -- seconds: when the person signed in
  session_claims TEXT,                 -- JSON object: claims of the custom token that began the session
  created_at INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL,
  revoked INTEGER NOT NULL,
  account_deleted_at INTEGER
) STRICT;

CREATE INDEX auth_refresh_tokens_by_uid ON auth_refresh_tokens (uid, number);
CREATE INDEX auth_refresh_tokens_by_deletion ON auth_refresh_tokens (account_deleted_at)
  WHERE account_deleted_at IS NOT NULL;

CREATE TABLE auth_service_accounts (
  client_email TEXT NOT NULL PRIMARY KEY,
  client_id TEXT NOT NULL,
  key_id TEXT NOT NULL,
  public_key TEXT NOT NULL,            -- PEM; the private one is nowhere
  created_at INTEGER NOT NULL
) STRICT;

-- One row, from the first start on: the key in the folder of keys must be this one.
CREATE TABLE auth_signing_key (
  only_row INTEGER NOT NULL PRIMARY KEY CHECK (only_row = 1),
  key_id TEXT NOT NULL
) STRICT;
