-- +goose Up
-- Messages by sender (MSH-3 and MSH-4), numbered in the order in which they were
-- stored. taken is how many of its requests were assessed: an id of a message of
-- which nothing was taken is free. dead is 1 for one that somebody has to look at.
ALTER TABLE hl7_messages ADD COLUMN sender TEXT NOT NULL DEFAULT '';
ALTER TABLE hl7_messages ADD COLUMN seq BIGINT NOT NULL DEFAULT 0;
ALTER TABLE hl7_messages ADD COLUMN taken BIGINT NOT NULL DEFAULT 0;
ALTER TABLE hl7_messages ADD COLUMN dead BIGINT NOT NULL DEFAULT 0;
CREATE INDEX hl7_messages_control ON hl7_messages (owner, sender, control_id);
CREATE INDEX hl7_messages_dead ON hl7_messages (received_at) WHERE dead = 1;

-- The last number of each sender: its row is what two messages of one wait for.
CREATE TABLE hl7_senders (
    owner  TEXT   NOT NULL,
    sender TEXT   NOT NULL,
    last   BIGINT NOT NULL,
    PRIMARY KEY (owner, sender)
);

-- Assessments on their way to the hospital's system.
CREATE TABLE hl7_outbox (
    id         TEXT   PRIMARY KEY, -- MSH-10, the same at every try
    owner      TEXT   NOT NULL,
    sender     TEXT   NOT NULL,    -- of the message that it answers
    seq        BIGINT NOT NULL,
    part       BIGINT NOT NULL,    -- one for each person of the message
    created_at BIGINT NOT NULL,
    state      TEXT   NOT NULL,    -- WAITING, SENT, DEAD or DROPPED
    tries      BIGINT NOT NULL,    -- that were refused
    due_at     BIGINT NOT NULL,
    error      TEXT   NOT NULL,
    message    BYTEA  NOT NULL
);
CREATE INDEX hl7_outbox_waiting ON hl7_outbox (owner, sender, seq, part) WHERE state = 'WAITING';
CREATE INDEX hl7_outbox_dead ON hl7_outbox (created_at) WHERE state = 'DEAD';
CREATE INDEX hl7_outbox_created ON hl7_outbox (created_at);

-- +goose Down
DROP TABLE hl7_outbox;
DROP TABLE hl7_senders;
DROP INDEX hl7_messages_dead;
DROP INDEX hl7_messages_control;
ALTER TABLE hl7_messages DROP COLUMN dead;
ALTER TABLE hl7_messages DROP COLUMN taken;
ALTER TABLE hl7_messages DROP COLUMN seq;
ALTER TABLE hl7_messages DROP COLUMN sender;
