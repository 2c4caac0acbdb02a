-- The agent's own prose of an action, as the text whose hash its first event holds. Retention blanks it one day, so it
-- has a hash of its own.
CREATE OR REPLACE FUNCTION action_prose(a proposed_actions) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('reason', a.reason, 'evidence', a.evidence_json, 'conversation', a.conversation_ref)::text
$$;
