-- +goose Up
-- Pictures of cases that an institution keeps, sealed: which one of the report it is,
-- from 1; 0 is one that has not been read yet.
ALTER TABLE uploads ADD COLUMN kept BIGINT NOT NULL DEFAULT 0;

-- +goose Down
DELETE FROM uploads WHERE kept > 0;
ALTER TABLE uploads DROP COLUMN kept;
