-- +goose Up
-- Cases of the console: an examination of a person, with what was read of its
-- pictures, what somebody said of it, the answer, and how far the work is. head and
-- body are JSON, compressed, and sealed where a key is set (see package cases).
CREATE TABLE cases (
    owner      TEXT   NOT NULL,
    id         TEXT   NOT NULL, -- also of the task that reads its pictures
    person     TEXT   NOT NULL, -- a pseudonym, the same for all examinations of one person
    found      TEXT   NOT NULL, -- what it is found by: the name and number, kept as head is
    state      TEXT   NOT NULL, -- reading, check, sign or sent
    pictures   BIGINT NOT NULL,
    revision   BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL,
    head       BYTEA  NOT NULL,
    body       BYTEA  NOT NULL,
    PRIMARY KEY (owner, id)
);
CREATE INDEX cases_changed ON cases (owner, changed_at, id);
CREATE INDEX cases_state ON cases (owner, state, changed_at, id);
CREATE INDEX cases_person ON cases (owner, person, changed_at);
CREATE INDEX cases_old ON cases (changed_at);

-- Reports of before are cases that are read: their tasks have the values still.
INSERT INTO cases (owner, id, person, found, state, pictures, revision, created_at, changed_at, head, body)
    SELECT owner, task_id, upper(substr(task_id, 1, 6)), '', 'reading', pictures, 1, created_at, created_at, '', '' FROM console_reports;
DROP TABLE console_reports;

-- +goose Down
CREATE TABLE console_reports (
    owner      TEXT   NOT NULL,
    task_id    TEXT   NOT NULL,
    pictures   BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (owner, task_id)
);
INSERT INTO console_reports (owner, task_id, pictures, created_at) SELECT owner, id, pictures, created_at FROM cases WHERE pictures > 0;
DROP TABLE cases;
