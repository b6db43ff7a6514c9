-- +goose Up
-- Sex and age that the pictures print, as JSON: '' until they are read, NULL where
-- nobody asked for them. They go with the task.
ALTER TABLE tasks ADD COLUMN person TEXT;

-- +goose Down
ALTER TABLE tasks DROP COLUMN person;
