-- Weighs people's approval of what a step of a run is about to send as that of a write at L4 that the run proposed (see
-- weigh_voters): how many of p_voters count, how many must, and why the last of them does not. p_needed: as many as the
-- policy or the step's text asks for.
CREATE OR REPLACE FUNCTION weigh_request(
  p_tenant bigint, p_step bigint, p_voters bigint[], p_needed integer,
  OUT counted integer, OUT needed integer, OUT refusal text, OUT because text
) LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_write proposed_actions := request_as_write(p_tenant, p_step);
BEGIN
  v_write.approvers := p_voters[1:cardinality(p_voters) - 1];
  SELECT w.* INTO counted, needed, refusal, because
    FROM weigh_voters(v_write, p_voters[cardinality(p_voters)], p_needed) AS w;
END $$;
