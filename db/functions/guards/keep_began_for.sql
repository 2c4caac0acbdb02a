-- Whom a run's agent speaks for as the run begins, or spoke for within seven days before: of the agent that begins it,
-- and of the one that had the action proposed whose event begins it. They are authors of what the run proposes, however
-- long it lasts and whomever the agent speaks for by then.
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
