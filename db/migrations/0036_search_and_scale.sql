-- Search by an index of its own, lists and counts that read no more than they show, and figures by day.

-- ── Search ─────────────────────────────────────────────────────────────────────────────────────────────────────────

-- Words of a type that its name does not hold: its title, and its fields as people call them.
ALTER TABLE action_types ADD COLUMN words text NOT NULL DEFAULT '';

-- The text of each proposed action as searches compare it. Only index_action writes it, from a row that is never
-- deleted, so it needs no foreign key, whose check would cost each proposal more than the row.
CREATE TABLE action_search (
  tenant_id bigint NOT NULL,
  action_id bigint NOT NULL,
  -- For every member of the tenant.
  outline text NOT NULL,
  -- The outline as well; not for viewers from whom content is hidden.
  content text NOT NULL,
  PRIMARY KEY (tenant_id, action_id)
);
-- A proposal appends its keys to a list that autovacuum sorts into the index, once a minute at most: 0.06 ms instead of
-- 1 ms. A search reads that list too.
CREATE INDEX action_search_keys ON action_search USING gin (search_keys(tenant_id, action_id, outline, content))
  WITH (fastupdate = on, gin_pending_list_limit = 16384);
ALTER TABLE action_search SET (autovacuum_vacuum_insert_threshold = 200, autovacuum_vacuum_insert_scale_factor = 0);

-- The dictionary from which typing errors are corrected: a row for each trigram of a word.
CREATE TABLE search_words (
  tenant_id bigint NOT NULL,
  in_outline boolean NOT NULL,
  trigram text NOT NULL,
  word text NOT NULL
);
CREATE INDEX search_words_by_trigram ON search_words (tenant_id, trigram, word) INCLUDE (in_outline);

DO $$
DECLARE
  v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY['action_search', 'search_words'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', v_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', v_table);
    EXECUTE format('CREATE POLICY owner_sets_up ON %I TO countersign_owner USING (true) WITH CHECK (true)', v_table);
    EXECUTE format(
      'CREATE POLICY own_tenant ON %I FOR SELECT TO countersign_app USING (tenant_id = current_tenant_id())', v_table);
    EXECUTE format('GRANT SELECT ON %I TO countersign_app', v_table);
  END LOOP;
END $$;

CREATE TRIGGER proposed_actions_index AFTER INSERT OR UPDATE OF risk_level, reason ON proposed_actions
  FOR EACH ROW EXECUTE FUNCTION index_action();
SELECT write_search_text(tenant_id, id) FROM proposed_actions;

-- ── Lists and counts ───────────────────────────────────────────────────────────────────────────────────────────────
-- Each list in its usual order, by each of its filters. A row stands in the indexes of pending or in those of the
-- history; while it is approved, in neither.

CREATE INDEX proposed_actions_pending_by_expiry ON proposed_actions (tenant_id, expires_at, id)
  WHERE status = 'pending';
CREATE INDEX proposed_actions_pending_by_tier ON proposed_actions (tenant_id, risk_level, expires_at, id)
  INCLUDE (created_at) WHERE status = 'pending';
CREATE INDEX proposed_actions_pending_by_type ON proposed_actions (tenant_id, action_type, expires_at, id)
  WHERE status = 'pending';
CREATE INDEX proposed_actions_pending_by_agent ON proposed_actions (tenant_id, agent_id, expires_at, id)
  WHERE status = 'pending';
CREATE INDEX proposed_actions_pending_by_customer ON proposed_actions (tenant_id, customer_ref, expires_at, id)
  WHERE status = 'pending';
DROP INDEX proposed_actions_expiring;

CREATE INDEX proposed_actions_ended ON proposed_actions (tenant_id, id) WHERE status NOT IN ('pending', 'approved');
CREATE INDEX proposed_actions_ended_by_tier ON proposed_actions (tenant_id, risk_level, id)
  WHERE status NOT IN ('pending', 'approved');
CREATE INDEX proposed_actions_ended_by_type ON proposed_actions (tenant_id, action_type, id)
  WHERE status NOT IN ('pending', 'approved');
CREATE INDEX proposed_actions_ended_by_agent ON proposed_actions (tenant_id, agent_id, id)
  WHERE status NOT IN ('pending', 'approved');
CREATE INDEX proposed_actions_ended_by_customer ON proposed_actions (tenant_id, customer_ref, id)
  WHERE status NOT IN ('pending', 'approved');

-- ── Figures by day ─────────────────────────────────────────────────────────────────────────────────────────────────

-- Counted by count_figures; the dashboard adds what came since.
CREATE TABLE daily_figures (
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  day date NOT NULL,
  figure text NOT NULL CHECK (
    figure IN ('approved', 'rejected', 'expired', 'by_policy', 'decided', 'applied', 'pushed')
  ),
  -- Only of `decided`; 0: of all.
  tier smallint NOT NULL,
  -- Of a duration (figures_between); 0 otherwise.
  bucket smallint NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (tenant_id, day, figure, tier, bucket)
);
ALTER TABLE daily_figures ENABLE ROW LEVEL SECURITY;
ALTER TABLE daily_figures FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_sets_up ON daily_figures TO countersign_owner USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON daily_figures FOR SELECT TO countersign_app USING (tenant_id = current_tenant_id());
GRANT SELECT ON daily_figures TO countersign_app;

-- Until when the daily figures are counted; null: never.
ALTER TABLE sweeps ADD COLUMN figures_until timestamptz;

CREATE INDEX proposed_actions_by_decision ON proposed_actions (tenant_id, decided_at) WHERE decided_at IS NOT NULL;
CREATE INDEX proposed_actions_by_application ON proposed_actions (tenant_id, applied_at) WHERE applied_at IS NOT NULL;
CREATE INDEX proposed_actions_expired ON proposed_actions (tenant_id, ended_at) WHERE status = 'expired';
CREATE INDEX ns_pending_pushes_by_application ON ns_pending_pushes (tenant_id, applied_at) WHERE status = 'applied';
CREATE INDEX ns_pending_pushes_unapplied ON ns_pending_pushes (tenant_id, status, queued_at) WHERE status <> 'applied';
CREATE INDEX ns_push_dlq_log_by_time ON ns_push_dlq_log (tenant_id, last_at);
