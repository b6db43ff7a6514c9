-- +goose Up
-- Failed logins of the last minute, so that all processes count together and a
-- restart forgets none. Keys are digests of names and addresses.
CREATE TABLE login_failures (
    key TEXT   NOT NULL,
    at  BIGINT NOT NULL
);
CREATE INDEX login_failures_key ON login_failures (key, at);
CREATE INDEX login_failures_at ON login_failures (at);

-- +goose Down
DROP TABLE login_failures;
