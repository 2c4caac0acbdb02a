-- The part of an e-mail draft that never changes, as the text whose hash the applying event holds.
CREATE OR REPLACE FUNCTION draft_evidence(d email_drafts) RETURNS text LANGUAGE sql STABLE SET timezone = 'UTC' AS $$
  SELECT jsonb_build_object(
    'id', d.id, 'action_id', d.action_id, 'action_key', d.action_key, 'payload_hash', d.payload_hash,
    'customer_ref', d.customer_ref, 'to', d.to_text, 'cc', d.cc_text, 'subject', d.subject, 'body', d.body,
    'created_at', d.created_at)::text
$$;
