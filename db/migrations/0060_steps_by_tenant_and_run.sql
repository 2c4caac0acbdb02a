-- Every statement names the tenant and the run of the steps it looks for: with an index of both, no plan walks over the
-- tenant's other steps. A lease and its settlement write a step anew into each of its indexes, so that it has few.
CREATE INDEX steps_of_a_run ON steps (tenant_id, run_id, step_index, item);
CREATE INDEX steps_unfinished_of_a_run ON steps (tenant_id, run_id) WHERE status <> 'succeeded';
CREATE INDEX runs_called ON runs (tenant_id, parent_step_id) WHERE parent_step_id IS NOT NULL;
-- Steps of paused runs, and those that a resumption overlooked.
CREATE INDEX steps_set_aside ON steps (tenant_id) WHERE status = 'ready' AND NOT leasable AND waits_for = 0;
DROP INDEX steps_of_run, steps_open, steps_unfinished;
-- A lost step of a run that was stopped goes back to somebody, paused or not.
GRANT SELECT (cancel_requested_by, error_step) ON runs TO countersign_lookup;
