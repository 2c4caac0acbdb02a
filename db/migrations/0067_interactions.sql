-- Questions to people, their answers, and what of a run waits for them. See docs/adr/0112.
-- Tables, columns, checks and indexes have the names of the reference document; ids are bigint, the tenant comes first.

CREATE TABLE hil_interactions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  -- The step of a run that asks. Null: a person or an agent asks by themselves.
  workflow_id bigint,
  execution_id bigint,
  node_id text CHECK (char_length(node_id) <= 255),
  -- Who asks: the person, or the agent.
  user_id bigint REFERENCES users (id),
  agent_id bigint,
  asked_by_label text NOT NULL,
  interaction_type text NOT NULL,
  channel_type text NOT NULL DEFAULT 'in_app',
  status text NOT NULL DEFAULT 'pending',
  -- message, schema, options.
  request_data jsonb NOT NULL,
  -- answer, by, at, timed_out, answers.
  response_data jsonb,
  -- Who may answer, in the order in which they are asked: {"user_id": 7} or {"role": "approver"}.
  responders jsonb NOT NULL CHECK (jsonb_array_length(responders) BETWEEN 1 AND 20),
  rule text NOT NULL DEFAULT 'first' CHECK (rule IN ('first', 'all', 'n_of_m')),
  answers_needed integer NOT NULL DEFAULT 1,
  -- A chain: each is asked when the one before has answered.
  in_order boolean NOT NULL DEFAULT false,
  -- So many of the responders have been asked, from the first one on.
  asked integer NOT NULL,
  escalate_after_seconds integer CHECK (escalate_after_seconds BETWEEN 60 AND 86400),
  next_escalation_at timestamptz,
  reminder_seconds integer CHECK (reminder_seconds BETWEEN 60 AND 86400),
  next_reminder_at timestamptz,
  reminders_sent integer NOT NULL DEFAULT 0,
  timeout_seconds integer NOT NULL DEFAULT 3600 CHECK (timeout_seconds BETWEEN 60 AND 86400),
  timeout_at timestamptz NOT NULL,
  timeout_action text NOT NULL DEFAULT 'fail' CHECK (timeout_action IN ('fail', 'continue', 'default_response')),
  default_response jsonb,
  warning_sent boolean NOT NULL DEFAULT false,
  -- The variables of the message's template.
  workflow_context jsonb,
  -- The same key twice is one question.
  idempotency_key text,
  request_hash text NOT NULL,
  cancelled_by_label text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  responded_at timestamptz,
  ended_at timestamptz,
  -- The asker has read the result: answers are final.
  used_at timestamptz,
  -- The app's. Null: written past it.
  seal text,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, idempotency_key),
  FOREIGN KEY (tenant_id, workflow_id) REFERENCES workflows (tenant_id, id),
  FOREIGN KEY (tenant_id, execution_id) REFERENCES runs (tenant_id, id),
  FOREIGN KEY (tenant_id, agent_id) REFERENCES agents (tenant_id, id),
  CONSTRAINT valid_status CHECK (status IN ('pending', 'responded', 'timeout', 'cancelled')),
  CONSTRAINT valid_interaction_type CHECK (interaction_type IN ('approval', 'input', 'selection', 'review')),
  CONSTRAINT valid_channel_type CHECK (channel_type IN (
    'slack', 'email', 'webhook', 'in_app', 'teams', 'discord', 'telegram', 'web_push')),
  CONSTRAINT somebody_asks CHECK (num_nonnulls(user_id, agent_id, execution_id) >= 1),
  CONSTRAINT a_step_has_its_run CHECK ((execution_id IS NULL) = (node_id IS NULL)
    AND (execution_id IS NULL) = (workflow_id IS NULL)),
  CONSTRAINT time_runs_from_the_question CHECK (
    timeout_at = created_at + make_interval(secs => timeout_seconds)),
  CONSTRAINT default_is_for_its_action CHECK (
    (timeout_action = 'default_response') = (default_response IS NOT NULL)),
  CONSTRAINT asked_within_responders CHECK (asked BETWEEN 1 AND jsonb_array_length(responders)),
  CONSTRAINT needs_as_many_as_there_are CHECK (answers_needed BETWEEN 1 AND 20),
  CONSTRAINT an_end_has_its_time CHECK ((status <> 'pending') = (ended_at IS NOT NULL)
    AND (status = 'responded') = (responded_at IS NOT NULL)),
  CONSTRAINT an_end_says_what CHECK ((status IN ('responded', 'timeout')) = (response_data IS NOT NULL)
    AND (status = 'cancelled') = (cancelled_by_label IS NOT NULL)),
  CONSTRAINT used_after_its_end CHECK (used_at IS NULL OR status IN ('responded', 'timeout'))
);
CREATE INDEX idx_hil_interactions_status ON hil_interactions (tenant_id, status, id DESC);
CREATE INDEX idx_hil_interactions_timeout ON hil_interactions (tenant_id, timeout_at) WHERE status = 'pending';
CREATE INDEX idx_hil_interactions_workflow ON hil_interactions (tenant_id, workflow_id, execution_id);
CREATE INDEX idx_hil_interactions_user ON hil_interactions (tenant_id, user_id);
CREATE INDEX idx_hil_interactions_reminder ON hil_interactions (tenant_id, next_reminder_at) WHERE status = 'pending';
CREATE INDEX idx_hil_interactions_escalation ON hil_interactions (tenant_id, next_escalation_at)
  WHERE status = 'pending';

-- Each answer as it came in, also one that belongs to no open question.
CREATE TABLE hil_responses (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  raw_payload jsonb NOT NULL,
  source_channel text NOT NULL,
  received_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  matched_interaction_id bigint,
  ai_relevance_score numeric(3, 2) CHECK (ai_relevance_score BETWEEN 0 AND 1),
  ai_reasoning text,
  ai_classification text CHECK (ai_classification IN ('relevant', 'filtered', 'uncertain')),
  processed boolean NOT NULL DEFAULT false,
  processed_at timestamptz,
  human_verified boolean,
  human_verification_notes text,
  -- The person who was authenticated when it came in. Null: nobody was.
  user_id bigint REFERENCES users (id),
  user_label text,
  -- A correction takes the place of the same person's answer, a retraction leaves none.
  kind text NOT NULL DEFAULT 'answer' CHECK (kind IN ('answer', 'correction', 'retraction')),
  -- The place among the responders that it was given for, from 1.
  place integer CHECK (place BETWEEN 1 AND 20),
  response jsonb,
  seal text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, matched_interaction_id) REFERENCES hil_interactions (tenant_id, id),
  CONSTRAINT valid_source_channel CHECK (source_channel IN (
    'slack', 'email', 'webhook', 'in_app', 'teams', 'discord', 'telegram', 'web_push')),
  CONSTRAINT classes_follow_the_score CHECK (ai_relevance_score IS NULL OR ai_classification = CASE
    WHEN ai_relevance_score >= 0.7 THEN 'relevant' WHEN ai_relevance_score <= 0.3 THEN 'filtered'
    ELSE 'uncertain' END),
  CONSTRAINT processed_has_its_time CHECK (processed = (processed_at IS NOT NULL)),
  CONSTRAINT a_retraction_says_nothing CHECK (kind <> 'retraction' OR response IS NULL),
  CONSTRAINT people_answer_questions CHECK (
    response IS NULL AND kind = 'answer' OR num_nulls(user_id, user_label, place, matched_interaction_id) = 0)
);
CREATE INDEX idx_hil_responses_processed ON hil_responses (tenant_id, processed, received_at);
CREATE INDEX idx_hil_responses_interaction ON hil_responses (tenant_id, matched_interaction_id, id);

-- Why a run waits, and what lets it go on.
CREATE TABLE workflow_execution_pauses (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  execution_id bigint NOT NULL,
  node_id text NOT NULL CHECK (char_length(node_id) <= 255),
  pause_reason text NOT NULL,
  pause_data jsonb,
  resume_conditions jsonb NOT NULL,
  resume_reason text CHECK (resume_reason IN ('human_response', 'timeout_reached', 'manual_resume')),
  resume_data jsonb,
  status text NOT NULL DEFAULT 'active',
  paused_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  resumed_at timestamptz,
  hil_interaction_id bigint,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, execution_id) REFERENCES runs (tenant_id, id),
  FOREIGN KEY (tenant_id, hil_interaction_id) REFERENCES hil_interactions (tenant_id, id),
  CONSTRAINT valid_pause_status CHECK (status IN ('active', 'resumed', 'cancelled')),
  CONSTRAINT valid_pause_reason CHECK (pause_reason IN (
    'human_interaction', 'timeout', 'error', 'manual', 'system_maintenance')),
  CONSTRAINT resumed_has_its_time CHECK ((status = 'resumed') = (resumed_at IS NOT NULL)
    AND (status = 'resumed') = (resume_reason IS NOT NULL))
);
CREATE INDEX idx_workflow_pauses_status ON workflow_execution_pauses (tenant_id, status);
CREATE INDEX idx_workflow_pauses_execution ON workflow_execution_pauses (tenant_id, execution_id);
-- A question holds one place of a run, and its end lets that one go on.
CREATE UNIQUE INDEX idx_workflow_pauses_hil ON workflow_execution_pauses (tenant_id, hil_interaction_id)
  WHERE hil_interaction_id IS NOT NULL;

CREATE TRIGGER hil_interactions_new BEFORE INSERT ON hil_interactions
  FOR EACH ROW EXECUTE FUNCTION guard_new_hil_row();
CREATE TRIGGER hil_interactions_guard BEFORE UPDATE ON hil_interactions
  FOR EACH ROW EXECUTE FUNCTION guard_hil_interaction();
CREATE TRIGGER hil_responses_guard BEFORE UPDATE ON hil_responses
  FOR EACH ROW EXECUTE FUNCTION guard_hil_response();
CREATE TRIGGER workflow_execution_pauses_new BEFORE INSERT ON workflow_execution_pauses
  FOR EACH ROW EXECUTE FUNCTION guard_new_hil_row();
CREATE TRIGGER workflow_execution_pauses_guard BEFORE UPDATE ON workflow_execution_pauses
  FOR EACH ROW EXECUTE FUNCTION guard_execution_pause();
CREATE TRIGGER hil_interactions_kept BEFORE DELETE OR TRUNCATE ON hil_interactions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER hil_responses_kept BEFORE DELETE OR TRUNCATE ON hil_responses
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER workflow_execution_pauses_kept BEFORE DELETE OR TRUNCATE ON workflow_execution_pauses
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

SELECT wall_in('hil_interactions'), wall_in('hil_responses'), wall_in('workflow_execution_pauses');
GRANT INSERT (tenant_id, workflow_id, execution_id, node_id, user_id, agent_id, asked_by_label, interaction_type,
              channel_type, request_data, responders, rule, answers_needed, in_order, asked, escalate_after_seconds,
              next_escalation_at, reminder_seconds, next_reminder_at, timeout_seconds, timeout_at, timeout_action,
              default_response, workflow_context, idempotency_key, request_hash, created_at, updated_at, seal),
      UPDATE (status, response_data, asked, next_escalation_at, next_reminder_at, reminders_sent, warning_sent,
              cancelled_by_label, updated_at, responded_at, ended_at, used_at)
  ON hil_interactions TO countersign_app;
GRANT INSERT (tenant_id, raw_payload, source_channel, received_at, matched_interaction_id, ai_relevance_score,
              ai_reasoning, ai_classification, processed, processed_at, user_id, user_label, kind, place, response,
              seal),
      UPDATE (human_verified, human_verification_notes)
  ON hil_responses TO countersign_app;
GRANT INSERT (tenant_id, execution_id, node_id, pause_reason, pause_data, resume_conditions, hil_interaction_id),
      UPDATE (status, resume_reason, resume_data, resumed_at)
  ON workflow_execution_pauses TO countersign_app;
