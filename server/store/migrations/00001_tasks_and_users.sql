-- Portable between SQLite and PostgreSQL: only TEXT, BIGINT and BOOLEAN, and
-- times as microseconds since 1970 in UTC (see store.Micros).

-- +goose Up
CREATE TABLE tasks (
    owner        TEXT   NOT NULL,             -- user name, '' for tasks posted without a token
    id           TEXT   NOT NULL,             -- UUID, canonical lower case
    submitted_id TEXT   NOT NULL,             -- the id as the client wrote it
    image_url    TEXT   NOT NULL,
    layout       TEXT,
    callback_url TEXT,
    created_at   BIGINT NOT NULL,
    status       TEXT   NOT NULL CHECK (status IN ('CREATED', 'PROCESSING', 'DONE', 'ERROR')),
    error        TEXT   NOT NULL DEFAULT '',
    result       TEXT,                        -- JSON, the full form; only when DONE
    job_id       BIGINT NOT NULL,             -- the one queue job that may move this task
    failures     BIGINT NOT NULL DEFAULT 0,   -- tries of this run that ended in a passing failure
    crashes      BIGINT NOT NULL DEFAULT 0,   -- recognitions of this run that never came back
    ended_at     BIGINT,
    PRIMARY KEY (owner, id)
);
-- The waiting ones are few beside the finished ones.
CREATE INDEX tasks_unfinished ON tasks (created_at) WHERE status IN ('CREATED', 'PROCESSING');
CREATE INDEX tasks_ended ON tasks (ended_at) WHERE ended_at IS NOT NULL;

CREATE TABLE users (
    name          TEXT    PRIMARY KEY,
    password_hash TEXT    NOT NULL,
    disabled      BOOLEAN NOT NULL DEFAULT FALSE,
    generation    BIGINT  NOT NULL DEFAULT 0, -- raised to make a user's tokens invalid
    created_at    BIGINT  NOT NULL
);

-- One row per working process of a shared database, renewed while it lives.
CREATE TABLE workers (
    id      TEXT   PRIMARY KEY,
    seen_at BIGINT NOT NULL
);

-- +goose Down
DROP TABLE workers;
DROP TABLE users;
DROP TABLE tasks;
