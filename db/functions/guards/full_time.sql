-- The full time of a tier: a proposal of that tier expires no later than this after its creation, and an extension
-- gives no more. fullTimeSeconds of lib/core/action/risk-tier.ts says the same to pages; a test compares the two.
CREATE OR REPLACE FUNCTION full_time(p_tier integer) RETURNS interval LANGUAGE sql IMMUTABLE AS $$
  SELECT make_interval(hours => CASE WHEN p_tier <= 2 THEN 72 WHEN p_tier = 3 THEN 48 ELSE 24 END)
$$;
