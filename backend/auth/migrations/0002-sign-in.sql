-- Times in milliseconds since 1970; columns that end in _s in seconds.

ALTER TABLE auth_accounts ADD COLUMN phone_number TEXT;                    -- E.164
ALTER TABLE auth_accounts ADD COLUMN email_link INTEGER NOT NULL DEFAULT 0; -- has signed in by a link
ALTER TABLE auth_accounts ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;     -- ID tokens with a lower one are over
ALTER TABLE auth_accounts ADD COLUMN began_anonymous INTEGER NOT NULL DEFAULT 0;
CREATE INDEX auth_accounts_by_anonymous_use ON auth_accounts (last_refresh_at)
  WHERE began_anonymous = 1 AND email IS NULL AND phone_number IS NULL;
CREATE UNIQUE INDEX auth_accounts_by_phone_number ON auth_accounts (phone_number)
  WHERE phone_number IS NOT NULL;

-- Accounts at other providers by which the account can be found.
CREATE TABLE auth_identities (
  uid TEXT NOT NULL,
  provider_id TEXT NOT NULL,
  raw_id TEXT NOT NULL,
  email TEXT,
  display_name TEXT,
  photo_url TEXT,
  PRIMARY KEY (uid, provider_id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX auth_identities_by_raw_id ON auth_identities (provider_id, raw_id);

CREATE TABLE auth_second_factors (
  enrollment_id TEXT NOT NULL PRIMARY KEY,
  uid TEXT NOT NULL,
  display_name TEXT,
  enrolled_at INTEGER NOT NULL,
  sealed_secret TEXT NOT NULL,         -- readable only with the sealing key in the folder of keys
  last_step INTEGER NOT NULL           -- of the last code that was taken: no code is taken twice
) STRICT;
CREATE INDEX auth_second_factors_by_uid ON auth_second_factors (uid);

-- One sign-in on one device: lives as long as one of its refresh tokens can be used.
CREATE TABLE auth_sessions (
  number INTEGER PRIMARY KEY,          -- rises with every new session
  session_id TEXT NOT NULL UNIQUE,     -- the claim sid of its ID tokens
  uid TEXT NOT NULL,
  sign_in_provider TEXT NOT NULL,
  auth_time_s INTEGER NOT NULL,        -- when the person signed in
  session_claims TEXT,                 -- JSON object: claims of the custom token that began it
  second_factor TEXT,                  -- enrollment id
  device TEXT,                         -- User-Agent
  network TEXT,                        -- IPv4 address or IPv6 /64
  created_at INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL,
  ended_at INTEGER,
  replaced_by TEXT,                    -- session id: its own device went on with another session
  account_deleted_at INTEGER           -- the row stays for a while, so that its holder is told
) STRICT;
CREATE INDEX auth_sessions_by_uid ON auth_sessions (uid, number);
CREATE INDEX auth_sessions_by_deletion ON auth_sessions (account_deleted_at)
  WHERE account_deleted_at IS NOT NULL;

CREATE TABLE auth_session_tokens (
  token_hash TEXT NOT NULL PRIMARY KEY, -- SHA-256, hex; the token itself is nowhere
  session_number INTEGER NOT NULL,
  parent_hash TEXT,                    -- of the token that it was given for
  created_at INTEGER NOT NULL,
  replaced_at INTEGER,                 -- when it was exchanged for its first child
  superseded INTEGER NOT NULL,         -- its parent was exchanged again: its use proves two holders
  replayed_at INTEGER                  -- when it was first sent although it is out of use
) STRICT;
CREATE INDEX auth_session_tokens_by_session ON auth_session_tokens (session_number, created_at);
CREATE INDEX auth_session_tokens_by_parent ON auth_session_tokens (parent_hash)
  WHERE parent_hash IS NOT NULL;

INSERT INTO auth_sessions
  SELECT number, lower(hex(randomblob(16))), uid, sign_in_provider, auth_time_s, session_claims, NULL, NULL, NULL,
    created_at, last_used_at, CASE revoked WHEN 1 THEN last_used_at END, NULL,
    account_deleted_at
  FROM auth_refresh_tokens;
INSERT INTO auth_session_tokens
  SELECT token_hash, number, NULL, created_at, NULL, 0, NULL FROM auth_refresh_tokens;
DROP TABLE auth_refresh_tokens;

-- Which ID tokens are over before they expire: an account's below an epoch, or those of one session.
-- Of the last hours only: older tokens have expired.
CREATE TABLE auth_revocations (
  uid TEXT NOT NULL,
  session_id TEXT NOT NULL,            -- empty: of the whole account
  epoch INTEGER NOT NULL,              -- 0 for one session
  at INTEGER NOT NULL,
  PRIMARY KEY (uid, session_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX auth_revocations_by_time ON auth_revocations (at);

-- One-time codes of links in mails.
CREATE TABLE auth_oob_codes (
  code_hash TEXT NOT NULL PRIMARY KEY, -- SHA-256, hex; the code itself is nowhere
  mail_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  uid TEXT,                            -- null: of nobody here, or a sign-in by link that may make an account
  email TEXT NOT NULL,
  new_email TEXT,
  details TEXT,                        -- JSON object
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX auth_oob_codes_by_uid ON auth_oob_codes (uid, kind);
CREATE INDEX auth_oob_codes_by_email ON auth_oob_codes (email, kind);
CREATE INDEX auth_oob_codes_by_expiry ON auth_oob_codes (expires_at);

CREATE TABLE auth_config (
  only_row INTEGER NOT NULL PRIMARY KEY CHECK (only_row = 1),
  config TEXT NOT NULL                 -- JSON object, as in projects/{p}/config; what is absent has its default
) STRICT;

CREATE TABLE auth_audit_events (
  number INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  uid TEXT,                            -- whom it concerns
  actor TEXT NOT NULL,                 -- uid:…, service-account:…, server
  network TEXT,
  details TEXT                         -- JSON object without secrets
) STRICT;
CREATE INDEX auth_audit_events_by_uid ON auth_audit_events (uid, number);

ALTER TABLE auth_service_accounts ADD COLUMN display_name TEXT;
ALTER TABLE auth_service_accounts ADD COLUMN last_used_at INTEGER;

-- Every key that may have signed a token which is still good, and the next one.
CREATE TABLE auth_signing_keys (
  key_id TEXT NOT NULL PRIMARY KEY,
  file TEXT NOT NULL UNIQUE,           -- in the folder of keys
  created_at INTEGER NOT NULL,
  signs_from INTEGER NOT NULL,         -- until the next one signs
  verifies_until INTEGER               -- null while it signs or will
) STRICT;
INSERT INTO auth_signing_keys SELECT key_id, 'token-signing-key.pem', 0, 0, NULL FROM auth_signing_key;
DROP TABLE auth_signing_key;
