-- +goose Up
-- How large each picture is, and its SHA-256: on SQLite it lies in a file beside the
-- database and data is empty (see package upload).
ALTER TABLE uploads ADD COLUMN bytes BIGINT NOT NULL DEFAULT 0;
ALTER TABLE uploads ADD COLUMN hash TEXT NOT NULL DEFAULT '';
UPDATE uploads SET bytes = length(data);

-- +goose Down
ALTER TABLE uploads DROP COLUMN hash;
ALTER TABLE uploads DROP COLUMN bytes;
