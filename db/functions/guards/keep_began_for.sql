-- Notes on whose behalf a run begins: the people for whom its agent acts now, or acted within the last seven days. Its
-- agent is the one that begins it, or the one that proposed the action whose event begins it. These people stay authors
-- of what the run proposes, even when the agent acts for somebody else later.
CREATE OR REPLACE FUNCTION keep_began_for() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.began_for := (
    SELECT array_agg(DISTINCT x.user_id) FROM agents g
    CROSS JOIN LATERAL unnest(g.on_behalf_of_user_id || CASE
      WHEN g.principal_changed_at > clock_timestamp() - interval '168 hours'
      THEN g.former_principals END) AS x (user_id)
    WHERE g.tenant_id = NEW.tenant_id AND x.user_id IS NOT NULL AND g.id IN (NEW.started_by_agent_id, (
      SELECT p.agent_id FROM proposed_actions p WHERE p.tenant_id = NEW.tenant_id AND p.id = NEW.event_action_id)));
  RETURN NEW;
END $$;
