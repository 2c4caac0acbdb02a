-- Weighs an approval by p_user, beside those who voted before, for an action that p_needed people must approve.
--
-- counted   how many approvals there are with this one
-- needed    how many are needed: more than p_needed where everybody in office is an author
-- refusal   why this person's approval counts for nothing here: recently_recovered, new_in_office, own_proposal,
--           not_independent; null: it counts
-- because   the name of the person that it depends on (not_independent), or the person's part in it (own_proposal:
--           wrote, speaks_for, spoke_for, made_key, began_run, set_policy, gave_access)
--
-- Below L4 a single approval counts as it comes. At L4 and L5, and wherever two must approve:
--   1. A voter has been in office for 24 hours, unless nobody has.
--   2. Voters whose parties overlap count as one: who was added, restored or given new credentials by another voter is
--      that voter's. Where the tenant has too few parties for the approvals needed, two different people suffice.
--   3. One voter is no author: the person the agent speaks for, or spoke for within seven days before the proposal,
--      whoever wrote this version, whoever made or rotated the agent's key, published its workflow or set a secret or
--      a webhook's key of it (made_key, all of these), whoever had a hand in the run that proposed it (began_run; see
--      run_authors), whoever published the policy within seven days, and whoever replaced the credentials of one of
--      these. Nor is one voter of one party with an author while anybody counts who owes their office to other hands
--      than that author, be they an author too: else whoever makes everybody an author would free their puppet. If
--      nobody is left, two people must approve. If there is nobody else, the author alone may.
-- "There is" and "could" look back seven days (people_in_office).
CREATE OR REPLACE FUNCTION weigh_voters(
  a proposed_actions, p_user bigint, p_needed integer,
  OUT counted integer, OUT needed integer, OUT refusal text, OUT because text
) LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_me record;
  v_person record;
  v_voters bigint[] := '{}';
  v_seen bigint[] := '{}';
  v_parties integer := 0;
  v_authors bigint[];
  v_barred bigint[];
  v_strict boolean;
  v_others integer;
  v_independent integer;
  v_policy_authors bigint[];
  v_run_authors bigint[];
BEGIN
  needed := p_needed;
  IF a.risk_level < 4 AND p_needed < 2 THEN
    counted := 1;
    RETURN;
  END IF;
  SELECT * INTO v_me FROM people_in_office(a.tenant_id) p WHERE p.user_id = p_user AND p.live;
  -- decide_action has looked at the right to decide before.
  IF NOT FOUND THEN
    refusal := 'new_in_office';
    RETURN;
  END IF;
  IF a.risk_level >= 4 AND v_me.recovering THEN
    refusal := 'recently_recovered';
    RETURN;
  END IF;
  SELECT count(*) FILTER (WHERE p.user_id <> p_user) INTO v_others
    FROM people_in_office(a.tenant_id) p WHERE p.counts;
  IF NOT v_me.seasoned AND v_others > 0 THEN
    refusal := 'new_in_office';
    RETURN;
  END IF;

  -- How many parties there are by origin. Neither credentials that were replaced nor an office that was given anew make
  -- fewer: else either would loosen the rule.
  FOR v_person IN
    SELECT * FROM people_in_office(a.tenant_id) p WHERE p.counts ORDER BY cardinality(p.origin), p.user_id
  LOOP
    IF NOT v_person.origin && v_seen THEN
      v_parties := v_parties + 1;
      v_seen := v_seen || v_person.origin;
    END IF;
  END LOOP;
  v_strict := v_parties >= greatest(p_needed, 2);

  -- Those who voted before and may still decide, in the order of their votes; this person last.
  v_seen := '{}';
  FOR v_person IN
    SELECT p.*, v.n FROM unnest(a.approvers || p_user) WITH ORDINALITY AS v (voter, n)
    JOIN people_in_office(a.tenant_id) p ON p.user_id = v.voter AND p.live
    WHERE p.seasoned OR v_others = 0 ORDER BY v.n
  LOOP
    IF v_strict AND v_person.tied && v_seen THEN
      IF v_person.user_id = p_user THEN
        refusal := 'not_independent';
        SELECT p.name INTO because FROM people_in_office(a.tenant_id) p
          WHERE p.user_id = ANY (v_voters) AND p.tied && v_person.tied LIMIT 1;
        RETURN;
      END IF;
    ELSE
      v_voters := v_voters || v_person.user_id;
      v_seen := v_seen || v_person.tied;
    END IF;
  END LOOP;
  counted := cardinality(v_voters);

  v_policy_authors := policy_authors(a.tenant_id);
  v_run_authors := run_authors(a);
  WITH office AS MATERIALIZED (SELECT p.* FROM people_in_office(a.tenant_id) p),
    authors AS MATERIALIZED (
      SELECT givers_of(a.tenant_id, x) AS people, hands_of(a.tenant_id, x) AS behind,
        origin_of(a.tenant_id, x) AS origin
      FROM unnest(ARRAY[a.on_behalf_of_user_id, a.author_user_id] || v_policy_authors || v_run_authors
                  || (SELECT g.key_makers || CASE WHEN g.principal_changed_at > a.created_at - interval '168 hours'
                                                  THEN g.former_principals END
                      FROM agents g WHERE g.id = a.agent_id AND g.tenant_id = a.tenant_id)) AS x
      WHERE x IS NOT NULL)
  SELECT ARRAY(SELECT DISTINCT g FROM authors x CROSS JOIN LATERAL unnest(x.people) AS g),
    -- By origin, so that new credentials for everybody else do not make the rule lapse.
    ARRAY(SELECT DISTINCT o.user_id FROM authors x JOIN office o ON o.tied && x.behind
          WHERE EXISTS (SELECT 1 FROM office q WHERE q.counts AND NOT q.origin && x.origin))
    INTO v_authors, v_barred;
  IF v_authors = '{}' OR v_others = 0 THEN
    RETURN;
  END IF;
  SELECT count(*) INTO v_independent FROM unnest(v_voters) AS v WHERE v <> ALL (v_authors || v_barred);
  IF v_independent > 0 THEN
    RETURN;
  END IF;
  IF EXISTS (SELECT 1 FROM people_in_office(a.tenant_id) p
             WHERE p.counts AND p.user_id <> ALL (v_authors || v_barred)) THEN
    -- Somebody could who is no author: a vote beside theirs is welcome, the deciding one is not this.
    IF counted >= needed THEN
      IF p_user = ANY (v_authors) THEN
        refusal := 'own_proposal';
        SELECT CASE WHEN p_user = a.author_user_id THEN 'wrote' WHEN p_user = a.on_behalf_of_user_id THEN 'speaks_for'
                    WHEN p_user = ANY (g.key_makers) THEN 'made_key'
                    WHEN p_user = ANY (g.former_principals)
                      AND g.principal_changed_at > a.created_at - interval '168 hours' THEN 'spoke_for'
                    WHEN p_user = ANY (v_run_authors) THEN 'began_run'
                    WHEN p_user = ANY (v_policy_authors) THEN 'set_policy'
                    ELSE 'gave_access' END
          INTO because FROM agents g WHERE g.id = a.agent_id AND g.tenant_id = a.tenant_id;
      ELSE
        refusal := 'not_independent';
        SELECT u.name INTO because FROM users u
          WHERE u.id = ANY (v_authors) AND u.id <> p_user ORDER BY (u.id = ANY (v_me.tied)) DESC, u.id LIMIT 1;
      END IF;
    END IF;
  ELSE
    needed := greatest(needed, 2);
  END IF;
END $$;
