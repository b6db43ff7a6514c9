-- +goose Up
-- What was not understood, by day (see package unread).
CREATE TABLE unread_days (
    day    TEXT   NOT NULL, -- such as 2026-12-01
    kind   TEXT   NOT NULL, -- texts or pictures
    asked  BIGINT NOT NULL, -- texts, pictures
    parts  BIGINT NOT NULL, -- phrases with a finding or unread, rows with an indicator
    unread BIGINT NOT NULL, -- of these
    PRIMARY KEY (day, kind)
);
CREATE TABLE unread_rows (
    day       TEXT   NOT NULL,
    indicator TEXT   NOT NULL, -- standard name
    times     BIGINT NOT NULL,
    PRIMARY KEY (day, indicator)
);
-- Only where the operator wants it; a phrase stands here in letters once enough
-- texts had it, before that as a keyed digest.
CREATE TABLE unread_phrases (
    digest TEXT   PRIMARY KEY,
    phrase TEXT   NOT NULL,
    times  BIGINT NOT NULL,
    source TEXT   NOT NULL, -- digest of the last text that had it
    day    TEXT   NOT NULL  -- of that text
);

-- +goose Down
DROP TABLE unread_phrases;
DROP TABLE unread_rows;
DROP TABLE unread_days;
