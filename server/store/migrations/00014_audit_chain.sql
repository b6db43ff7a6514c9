-- +goose Up
-- Entries of the audit log are chained: each has the next number of its chain and
-- the SHA-256 of itself and the hash before it (see package audit). Those of before
-- have the number 0.
ALTER TABLE audit ADD COLUMN chain TEXT NOT NULL DEFAULT '';
ALTER TABLE audit ADD COLUMN seq BIGINT NOT NULL DEFAULT 0;
ALTER TABLE audit ADD COLUMN hash TEXT NOT NULL DEFAULT '';
CREATE UNIQUE INDEX audit_chain ON audit (chain, seq) WHERE seq > 0;

-- Where a chain begins since its older entries were deleted, signed by the service.
CREATE TABLE audit_stubs (
    chain TEXT   NOT NULL,
    seq   BIGINT NOT NULL, -- of the last entry that was deleted
    hash  TEXT   NOT NULL, -- of that entry
    at    BIGINT NOT NULL, -- when it was deleted
    mac   TEXT   NOT NULL,
    PRIMARY KEY (chain, seq)
);

-- +goose Down
DROP TABLE audit_stubs;
DROP INDEX audit_chain;
ALTER TABLE audit DROP COLUMN hash;
ALTER TABLE audit DROP COLUMN seq;
ALTER TABLE audit DROP COLUMN chain;
