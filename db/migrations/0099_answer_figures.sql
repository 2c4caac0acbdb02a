-- Questions of a period, for the figures of their answers.
CREATE INDEX hil_interactions_created ON hil_interactions (tenant_id, created_at);
