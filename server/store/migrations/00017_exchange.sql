-- +goose Up
-- Messages of HL7 v2 as they came, with the answers that were given: the same one
-- is answered alike. digest is of the control id and all of the message.
CREATE TABLE hl7_messages (
    owner       TEXT   NOT NULL,
    digest      TEXT   NOT NULL,
    control_id  TEXT   NOT NULL,
    received_at BIGINT NOT NULL,
    code        TEXT   NOT NULL, -- AA, AE or AR
    message     BYTEA  NOT NULL,
    answer      BYTEA  NOT NULL,
    PRIMARY KEY (owner, digest)
);
CREATE INDEX hl7_messages_received ON hl7_messages (received_at);

-- Files of many requests, and what has been answered of them.
CREATE TABLE batches (
    id         TEXT   PRIMARY KEY,
    owner      TEXT   NOT NULL,
    kind       TEXT   NOT NULL, -- ndjson, csv or xlsx
    created_at BIGINT NOT NULL,
    taken_till BIGINT NOT NULL, -- by the process that works on it
    status     TEXT   NOT NULL, -- CREATED, PROCESSING, DONE or ERROR
    error      TEXT   NOT NULL,
    total      BIGINT NOT NULL, -- persons; 0 until they are counted
    done       BIGINT NOT NULL,
    faulty     BIGINT NOT NULL, -- of those
    data       BYTEA  NOT NULL
);
CREATE TABLE batch_parts (
    batch   TEXT   NOT NULL REFERENCES batches (id),
    first   BIGINT NOT NULL, -- the number of its first person, from 0
    answers BYTEA  NOT NULL, -- NDJSON
    ledger  BYTEA  NOT NULL, -- NDJSON
    PRIMARY KEY (batch, first)
);

-- +goose Down
DROP TABLE batch_parts;
DROP TABLE batches;
DROP TABLE hl7_messages;
