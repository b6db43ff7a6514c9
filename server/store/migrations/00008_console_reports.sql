-- +goose Up
-- Pictures that people send by the console, until their task has ended or for an
-- hour at most.
CREATE TABLE uploads (
    id         TEXT   PRIMARY KEY,
    owner      TEXT   NOT NULL,
    task_id    TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    data       BYTEA  NOT NULL
);
CREATE INDEX uploads_task ON uploads (owner, task_id);

-- The reports that a user sent by the console: tasks, which hold the values.
CREATE TABLE console_reports (
    owner      TEXT   NOT NULL,
    task_id    TEXT   NOT NULL,
    pictures   BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (owner, task_id)
);

-- What a person says a line of a report shows, beside what was read.
CREATE TABLE corrections (
    owner        TEXT   NOT NULL,
    task_id      TEXT   NOT NULL,
    indicator    TEXT   NOT NULL,
    entry        BIGINT NOT NULL,
    value        TEXT   NOT NULL,
    corrected_at BIGINT NOT NULL,
    PRIMARY KEY (owner, task_id, indicator, entry)
);

-- +goose Down
DROP TABLE corrections;
DROP TABLE console_reports;
DROP TABLE uploads;
