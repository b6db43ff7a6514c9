-- +goose Up
-- Tasks posted without a token are kept for a shorter time.
CREATE INDEX tasks_open_ended ON tasks (ended_at) WHERE owner = '' AND ended_at IS NOT NULL;

-- +goose Down
DROP INDEX tasks_open_ended;
