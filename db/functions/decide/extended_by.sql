-- The people who extended an action, or an earlier one that it copies. Taking a decision back puts the identical
-- proposal in the place of the one that was decided (take_back_decision), and gives no second extension. Null: none.
CREATE OR REPLACE FUNCTION extended_by(p_tenant bigint, p_action bigint) RETURNS text LANGUAGE sql STABLE AS $$
  WITH RECURSIVE lives AS (
    SELECT p_action AS id
    UNION
    SELECT a.supersedes_id FROM lives l
    JOIN proposed_actions a ON a.tenant_id = p_tenant AND a.id = l.id
    JOIN events e ON e.tenant_id = p_tenant AND e.entity_type = 'proposed_action' AND e.entity_id = a.supersedes_id
      AND e.event_type = 'hitl.reproposed'
      AND e.body_text::jsonb -> 'details' ->> 'taken_back' IS NOT NULL
      AND e.body_text::jsonb -> 'details' ->> 'successor_id' = a.id::text)
  SELECT e.actor_label FROM lives l
  JOIN events e ON e.tenant_id = p_tenant AND e.entity_type = 'proposed_action' AND e.entity_id = l.id
    AND e.event_type = 'hitl.extended'
  ORDER BY e.id DESC LIMIT 1
$$;
