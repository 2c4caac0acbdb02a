-- How many people must approve what a step of a run is about to send: p_needed, or two where everybody in office is an
-- author, so that nobody's approval alone would count.
CREATE OR REPLACE FUNCTION request_approvals(p_tenant bigint, p_step bigint, p_needed integer) RETURNS integer
LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT coalesce(min(w.needed), p_needed) FROM people_in_office(p_tenant) p
          CROSS JOIN LATERAL weigh_request(p_tenant, p_step, ARRAY[p.user_id], p_needed) AS w
          WHERE p.counts AND p.live);
END $$;
