-- Times in milliseconds since 1970.

-- Ways in that other rooms keep, such as passkeys, count only if they were added later: what was put to the account
-- before its holder proved the address may be a stranger's.
ALTER TABLE auth_accounts ADD COLUMN ways_in_since INTEGER;

-- Credentials of `accounts:signInWithIdp` that were used: none is taken twice. A row is of no use once its time is over.
CREATE TABLE auth_used_credentials (
  credential_id TEXT NOT NULL PRIMARY KEY,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX auth_used_credentials_by_expiry ON auth_used_credentials (expires_at);
