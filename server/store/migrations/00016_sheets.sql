-- +goose Up
-- What a done task tells beside its indicators, as JSON: sheets, texts, unmatched rows.
ALTER TABLE tasks ADD COLUMN report TEXT;

-- +goose Down
ALTER TABLE tasks DROP COLUMN report;
