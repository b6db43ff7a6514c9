-- +goose Up
-- Who is logged in, until it ends: sessions of the console by the hash of their id,
-- tokens of the API by jti (see package session). A token that was ended before its
-- time keeps its row until then.
ALTER TABLE console_sessions RENAME TO logins;
ALTER TABLE logins RENAME COLUMN id_hash TO id;
ALTER TABLE logins ADD COLUMN kind TEXT NOT NULL DEFAULT 'console'; -- or api
ALTER TABLE logins ADD COLUMN address TEXT NOT NULL DEFAULT '';
ALTER TABLE logins ADD COLUMN agent TEXT NOT NULL DEFAULT '';
ALTER TABLE logins ADD COLUMN expires_at BIGINT NOT NULL DEFAULT 0; -- of a token
ALTER TABLE logins ADD COLUMN ended_at BIGINT NOT NULL DEFAULT 0;   -- of a token, by somebody
ALTER TABLE logins ADD COLUMN proved_at BIGINT NOT NULL DEFAULT 0;  -- password or second factor, last given
ALTER TABLE logins ADD COLUMN factor_at BIGINT NOT NULL DEFAULT 0;  -- second factor, given
ALTER TABLE logins ADD COLUMN challenge TEXT NOT NULL DEFAULT '';   -- of a passkey, asked and not yet answered
CREATE INDEX logins_user ON logins (user_name);

-- Second factors (see package factor).
CREATE TABLE factors (
    id         TEXT   PRIMARY KEY,
    user_name  TEXT   NOT NULL,
    kind       TEXT   NOT NULL, -- app, passkey or recovery
    title      TEXT   NOT NULL,
    secret     TEXT   NOT NULL, -- of an app, sealed; the record of a passkey; the salted hash of a recovery code
    step       BIGINT NOT NULL DEFAULT 0, -- of the last code that was taken from an app
    wrong      BIGINT NOT NULL DEFAULT 0, -- codes that were refused since
    created_at BIGINT NOT NULL,
    used_at    BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX factors_user ON factors (user_name, kind);

-- Failed logins are counted within a minute, and those of a name longer, too.
ALTER TABLE login_failures ADD COLUMN until BIGINT NOT NULL DEFAULT 0;
DROP INDEX login_failures_at;
CREATE INDEX login_failures_until ON login_failures (until);

-- From where users have logged in. Keys are digests of name and address.
CREATE TABLE login_places (
    key     TEXT   PRIMARY KEY,
    seen_at BIGINT NOT NULL
);
CREATE INDEX login_places_seen_at ON login_places (seen_at);

-- +goose Down
DROP TABLE login_places;
DROP INDEX login_failures_until;
ALTER TABLE login_failures DROP COLUMN until;
CREATE INDEX login_failures_at ON login_failures (at);
DROP TABLE factors;
DROP INDEX logins_user;
DELETE FROM logins WHERE kind <> 'console';
ALTER TABLE logins DROP COLUMN challenge;
ALTER TABLE logins DROP COLUMN factor_at;
ALTER TABLE logins DROP COLUMN proved_at;
ALTER TABLE logins DROP COLUMN ended_at;
ALTER TABLE logins DROP COLUMN expires_at;
ALTER TABLE logins DROP COLUMN agent;
ALTER TABLE logins DROP COLUMN address;
ALTER TABLE logins DROP COLUMN kind;
ALTER TABLE logins RENAME COLUMN id TO id_hash;
ALTER TABLE logins RENAME TO console_sessions;
