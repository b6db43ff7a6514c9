-- +goose Up
-- Who did what: users, releases and drafts of rules, corrections, refused logins
-- (see package audit). Entries are never changed, only deleted by age.
CREATE TABLE audit (
    at      BIGINT NOT NULL,
    id      TEXT   NOT NULL, -- tells apart what happened in the same microsecond
    kind    TEXT   NOT NULL,
    event   TEXT   NOT NULL,
    who     TEXT   NOT NULL, -- the user who acted, '' where none is known
    about   TEXT   NOT NULL, -- the user, version, file or report
    more    TEXT   NOT NULL,
    via     TEXT   NOT NULL, -- console, api or command
    address TEXT   NOT NULL,
    PRIMARY KEY (at, id)
);
CREATE INDEX audit_kind ON audit (kind, at);
CREATE INDEX audit_who ON audit (who, at);
CREATE INDEX audit_about ON audit (about, at);

-- The list of a user's reports, the newest first.
CREATE INDEX console_reports_newest ON console_reports (owner, created_at);

-- +goose Down
DROP INDEX console_reports_newest;
DROP TABLE audit;
