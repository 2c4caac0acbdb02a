-- A search of runs reads an index, however many there are. See docs/adr/0130.
CREATE INDEX runs_searched ON runs USING gin (run_search_keys(tenant_id, id, run_text(trigger_ref, started_by_label)));
GRANT SELECT (workflow_id, trigger_type, trigger_ref, started_by_label, started_by_agent_id)
  ON runs TO countersign_lookup;
