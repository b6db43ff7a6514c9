-- +goose Up
-- What a user may do: client, editor, approver or admin (see package user).
ALTER TABLE users ADD COLUMN role TEXT NOT NULL DEFAULT 'client';

-- +goose Down
ALTER TABLE users DROP COLUMN role;
