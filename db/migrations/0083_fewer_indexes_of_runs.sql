-- Each change of a run was written to it, and UNIQUE (tenant_id, id) answers the same, read backwards.
DROP INDEX runs_newest;
DROP FUNCTION IF EXISTS settle_step(bigint, bigint, text, integer, text, jsonb);
