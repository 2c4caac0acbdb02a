-- Gives a role at once. p_by: the people by whose hand, one or two. A person who comes into office for the first time
-- belongs to their parties, unless two that have nothing to do with each other agreed. A power that they lacked begins
-- their time in office anew. Whoever counted up to then goes on counting for seven days (people_in_office), whatever
-- state lay between: else an office that is ended and begun anew day after day would make somebody count no more.
-- p_leave_seal: as in end_membership, of the last of p_by. p_known: the app knows the role that is stored by its seal.
-- Where it does not, somebody wrote it past the app: the person held nothing, and is tied to p_by as by a first
-- password (party_of).
CREATE OR REPLACE FUNCTION give_role(
  p_tenant bigint, p_user bigint, p_role text, p_seal text, p_leave_seal text, p_known boolean,
  p_by bigint[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_now memberships;
  v_held text;
  v_counted boolean;
  v_first bigint[] := party_of(p_tenant, p_by[1]);
  v_second bigint[] := CASE WHEN cardinality(p_by) > 1 THEN party_of(p_tenant, p_by[2]) END;
  v_ties bigint[] := CASE WHEN NOT p_known AND (v_second IS NULL OR v_first && v_second) THEN v_first || v_second END;
BEGIN
  SELECT * INTO STRICT v_now FROM memberships m WHERE m.tenant_id = p_tenant AND m.user_id = p_user FOR UPDATE;
  v_held := CASE WHEN v_now.revoked_at IS NULL AND p_known THEN v_now.role ELSE 'viewer' END;
  v_counted := EXISTS (SELECT 1 FROM people_in_office(p_tenant) p WHERE p.user_id = p_user AND p.counts);
  UPDATE memberships m SET role = p_role, role_seal = p_seal, role_changes = role_changes + 1,
      revoked_at = NULL,
      pending_role = NULL, pending_role_by_user_id = NULL, pending_role_at = NULL,
      in_office_since = CASE WHEN adds_power(v_held, p_role) THEN clock_timestamp() ELSE in_office_since END,
      seasoned_until = CASE WHEN adds_power(v_held, p_role) AND v_counted THEN clock_timestamp()
        ELSE seasoned_until END,
      left_office_at = CASE WHEN p_role IN ('approver', 'admin') THEN NULL ELSE left_office_at END,
      leave_unconfirmed = leave_unconfirmed AND p_role NOT IN ('approver', 'admin'),
      made_by = CASE
        WHEN NOT adds_power(v_held, p_role) OR in_office_since IS NOT NULL OR left_office_at IS NOT NULL
             OR v_now.role <> 'viewer' THEN made_by
        WHEN v_second IS NULL THEN v_first
        WHEN v_first && v_second THEN ARRAY(SELECT DISTINCT unnest(v_first || v_second))
        ELSE '{}' END,
      first_links = first_links + (v_ties IS NOT NULL)::integer,
      first_link_by_user_id = CASE WHEN v_ties IS NULL THEN first_link_by_user_id ELSE p_by[1] END,
      first_link_hands = CASE WHEN v_ties IS NULL THEN first_link_hands
        ELSE ARRAY(SELECT DISTINCT h FROM unnest(first_link_hands || v_ties) AS h WHERE h <> p_user ORDER BY h) END
    WHERE m.tenant_id = p_tenant AND m.user_id = p_user;
  IF v_now.revoked_at IS NULL AND v_now.role IN ('approver', 'admin') AND p_role NOT IN ('approver', 'admin') THEN
    PERFORM leave_office(p_tenant, p_user, p_leave_seal, p_by[cardinality(p_by)],
      other_administrators(p_tenant, p_by || p_user) > 0);
  END IF;
END $$;
