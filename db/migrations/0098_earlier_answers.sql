-- Answered questions of one asker, the newest first, for suggested answers. See docs/adr/0147.
CREATE INDEX hil_interactions_answered
  ON hil_interactions (tenant_id, interaction_type, workflow_id, agent_id, user_id, id DESC)
  WHERE status = 'responded';
