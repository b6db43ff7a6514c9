-- +goose Up
-- The place of a task in the queue: clients take turns (see package task).
ALTER TABLE tasks ADD COLUMN turn BIGINT NOT NULL DEFAULT 0;
DROP INDEX tasks_unfinished;
CREATE INDEX tasks_open ON tasks (owner, turn) WHERE status IN ('CREATED', 'PROCESSING');
CREATE INDEX tasks_waiting ON tasks (turn) WHERE status = 'CREATED';

-- One row, written to learn whether the database can be written.
CREATE TABLE probe (
    id BIGINT PRIMARY KEY,
    at BIGINT NOT NULL
);

-- +goose Down
DROP TABLE probe;
DROP INDEX tasks_waiting;
DROP INDEX tasks_open;
CREATE INDEX tasks_unfinished ON tasks (created_at) WHERE status IN ('CREATED', 'PROCESSING');
ALTER TABLE tasks DROP COLUMN turn;
