-- +goose Up
-- Further pictures of the same report: a JSON array of addresses, NULL when the client sent none.
ALTER TABLE tasks ADD COLUMN image_urls TEXT;

-- +goose Down
ALTER TABLE tasks DROP COLUMN image_urls;
