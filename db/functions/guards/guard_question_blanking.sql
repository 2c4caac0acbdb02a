-- Lets one change pass and no other: the texts of a question that ended longer ago than its tenant's period go, and
-- the app seals the rest anew. Of an approval the verdict stays.
CREATE OR REPLACE FUNCTION guard_question_blanking() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_blanked constant text[] := ARRAY['request_data', 'response_data', 'default_response', 'workflow_context', 'seal',
                                     'text_blanked_at', 'updated_at'];
BEGIN
  IF OLD.status = 'pending' OR OLD.text_blanked_at IS NOT NULL OR NEW.text_blanked_at IS NULL
     OR to_jsonb(NEW) - v_blanked IS DISTINCT FROM to_jsonb(OLD) - v_blanked
     OR NEW.request_data - 'sends' <> '{"message": ""}' OR NEW.workflow_context IS NOT NULL
     OR NOT is_blanked_answer(NEW.interaction_type, coalesce(NEW.default_response, 'null'))
     OR NOT is_blanked_answer(NEW.interaction_type, coalesce(NEW.response_data -> 'answer', 'null'))
     OR (OLD.response_data IS NULL) <> (NEW.response_data IS NULL)
     OR (OLD.default_response IS NULL) <> (NEW.default_response IS NULL)
     OR coalesce(OLD.ended_at >= retention_cutoff('question_texts'), true) THEN
    RAISE EXCEPTION 'question % is immutable: only texts whose time is over go', OLD.id USING ERRCODE = 'CS001';
  END IF;
  RETURN NEW;
END $$;
