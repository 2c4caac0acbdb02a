-- The index of UNIQUE (tenant_id, id), read backwards, does the work of runs_newest, to which each change of a run was
-- written as well.
DROP INDEX runs_newest;
DROP FUNCTION IF EXISTS settle_step(bigint, bigint, text, integer, text, jsonb);
