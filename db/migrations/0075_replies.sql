-- Replies: free text that came in as the answer to a question. See docs/adr/0123.
ALTER TABLE hil_responses
  -- As its provider names the delivery. One that is repeated leaves no second row.
  ADD COLUMN delivery_provider text CHECK (char_length(delivery_provider) BETWEEN 1 AND 40),
  ADD COLUMN delivery_key text CHECK (char_length(delivery_key) BETWEEN 1 AND 500),
  ADD COLUMN drafted_reading text CHECK (drafted_reading IN (
    'yes', 'no', 'value', 'conditional', 'question', 'delegation', 'nothing')),
  -- {"answer": …}, which fits the question's schema.
  ADD COLUMN drafted_answer jsonb CHECK (pg_column_size(drafted_answer) <= 65536),
  -- `rules`, or the model by its provider and name.
  ADD COLUMN classified_by text CHECK (char_length(classified_by) BETWEEN 1 AND 300),
  -- A model was asked, and gave no answer that could be used.
  ADD COLUMN model_failed boolean NOT NULL DEFAULT false,
  ADD COLUMN human_verified_by bigint REFERENCES users (id)
    CHECK (human_verified_by BETWEEN -9007199254740991 AND 9007199254740991),
  ADD COLUMN human_verified_by_label text CHECK (octet_length(human_verified_by_label) <= 1048576),
  ADD COLUMN human_verified_at timestamptz
    CHECK (human_verified_at BETWEEN '1970-01-01 00:00:00+00' AND '2500-01-01 00:00:00+00'),
  ADD CONSTRAINT a_delivery_comes_once UNIQUE (tenant_id, delivery_provider, delivery_key),
  ADD CONSTRAINT a_reply_is_classified CHECK (
    num_nulls(delivery_provider, delivery_key, drafted_reading, classified_by) = 4
    OR num_nulls(delivery_provider, delivery_key, drafted_reading, classified_by, ai_relevance_score,
                 ai_reasoning, ai_classification) = 0),
  ADD CONSTRAINT a_verification_says_who_and_when CHECK (
    num_nulls(human_verified, human_verified_by, human_verified_by_label, human_verified_at) IN (0, 4));
GRANT INSERT (delivery_provider, delivery_key, drafted_reading, drafted_answer, classified_by, model_failed),
      UPDATE (human_verified_by, human_verified_by_label, human_verified_at)
  ON hil_responses TO countersign_app;
