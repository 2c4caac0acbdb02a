-- Every statement names the tenant and the run of the steps it looks for: with an index of both, no plan walks over the
-- tenant's other steps. A lease and its settlement write a step anew into each of its indexes, so that it has few.
CREATE INDEX steps_of_a_run ON steps (tenant_id, run_id, step_index, item);
CREATE INDEX steps_unfinished_of_a_run ON steps (tenant_id, run_id) WHERE status <> 'succeeded';
DROP INDEX steps_of_run, steps_open, steps_unfinished;
