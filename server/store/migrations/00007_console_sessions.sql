-- +goose Up
-- Who is logged in at the console. Only hashes of session ids are kept; a
-- session is good for one generation of its user (see package user).
CREATE TABLE console_sessions (
    id_hash    TEXT   PRIMARY KEY,
    user_name  TEXT   NOT NULL,
    generation BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    seen_at    BIGINT NOT NULL
);
CREATE INDEX console_sessions_seen_at ON console_sessions (seen_at);

-- +goose Down
DROP TABLE console_sessions;
