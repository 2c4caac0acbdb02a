-- Lets one change pass and no other: the texts of an answer or a reply whose time is over go, and the app seals the
-- rest anew. An answer goes with its question.
CREATE OR REPLACE FUNCTION guard_response_blanking() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_blanked constant text[] := ARRAY['raw_payload', 'response', 'ai_reasoning', 'drafted_answer',
                                     'human_verification_notes', 'seal', 'text_blanked_at'];
  v_question hil_interactions;
BEGIN
  SELECT * INTO v_question FROM hil_interactions h
    WHERE h.tenant_id = OLD.tenant_id AND h.id = OLD.matched_interaction_id;
  IF OLD.text_blanked_at IS NOT NULL OR NEW.text_blanked_at IS NULL
     OR to_jsonb(NEW) - v_blanked IS DISTINCT FROM to_jsonb(OLD) - v_blanked
     OR NEW.raw_payload - 'about' <> '{"text": "", "headers": {}}' OR coalesce(NEW.ai_reasoning, '') <> ''
     OR NEW.drafted_answer IS NOT NULL OR NEW.human_verification_notes IS NOT NULL
     OR (OLD.response IS NULL) <> (NEW.response IS NULL)
     OR NOT is_blanked_answer(v_question.interaction_type, coalesce(NEW.response, 'null'))
     OR v_question.id IS NOT NULL AND v_question.text_blanked_at IS NULL
     OR OLD.place IS NULL AND OLD.received_at >= retention_cutoff('question_texts') THEN
    RAISE EXCEPTION 'response % stays as it came: only texts whose time is over go', OLD.id USING ERRCODE = 'CS001';
  END IF;
  RETURN NEW;
END $$;
