-- The tier of an action as text. The events that set it, the proposal and each raise, name all of it in their details.
CREATE OR REPLACE FUNCTION action_tier(a proposed_actions) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'risk_level', a.risk_level, 'risk_rule', a.risk_rule, 'weighed', a.risk_weighed,
    'raised_from', a.raised_from)::text
$$;
