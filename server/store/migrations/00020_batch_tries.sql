-- +goose Up
-- How often a file has been begun with since the last part of it was done.
ALTER TABLE batches ADD COLUMN tries BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE batches DROP COLUMN tries;
