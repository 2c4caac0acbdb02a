-- True where a person may confirm what p_by attested: they are two, the person has had their powers for 24 hours,
-- nobody replaced their credentials in that time, and no credentials that were replaced lately put both into the same
-- hands. People of one party by origin may: what they agree on belongs to that party (give_role).
CREATE OR REPLACE FUNCTION may_confirm(p_tenant bigint, p_user bigint, p_by bigint) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN p_user IS DISTINCT FROM p_by AND NOT EXISTS (
      SELECT 1 FROM memberships m
      WHERE m.tenant_id = p_tenant AND m.user_id = p_user
        AND greatest(open_recovery_at(m), m.in_office_since) > clock_timestamp() - interval '24 hours')
    AND (party_of(p_tenant, p_user) && party_of(p_tenant, p_by)
         OR NOT hands_of(p_tenant, p_user) && hands_of(p_tenant, p_by));
END $$;
