-- Changes with all of a question that a card shows besides its status: the answers that came, and how it ended.
CREATE OR REPLACE FUNCTION question_version(p_question hil_interactions) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT count(*) || ':' || md5(coalesce(p_question.response_data::text, ''))
  FROM hil_responses r WHERE r.tenant_id = p_question.tenant_id AND r.matched_interaction_id = p_question.id
$$;
