-- Takes one try from each of these buckets, or from none of them, in the order given. One call that commits by itself:
-- a process that stands still holds no bucket, so that it keeps no other proposal waiting.
--
-- remaining       the tries left, one for each bucket; null where one was empty
-- refused_at      the first empty bucket, from 1; null: none was
-- retry_seconds   until that one has a try again, at least one
CREATE OR REPLACE FUNCTION take_quotas(
  p_tenant bigint, p_askers text[], p_per_minute double precision[],
  OUT remaining integer[], OUT refused_at integer, OUT retry_seconds integer
) LANGUAGE plpgsql AS $$
DECLARE
  v_left integer;
BEGIN
  PERFORM set_config('app.tenant_id', p_tenant::text, true);
  remaining := '{}';
  BEGIN
    FOR i IN 1 .. cardinality(p_askers) LOOP
      INSERT INTO quota_buckets AS b (tenant_id, asker, tokens, at)
        VALUES (p_tenant, p_askers[i], p_per_minute[i] - 1, clock_timestamp())
        ON CONFLICT (tenant_id, asker) DO UPDATE SET
          tokens = least(p_per_minute[i],
            b.tokens + greatest(0, extract(epoch FROM excluded.at - b.at)) * p_per_minute[i] / 60) - 1,
          at = greatest(b.at, excluded.at)
        WHERE least(p_per_minute[i],
          b.tokens + greatest(0, extract(epoch FROM excluded.at - b.at)) * p_per_minute[i] / 60) >= 1
        RETURNING floor(b.tokens)::integer INTO v_left;
      IF NOT FOUND THEN
        refused_at := i;
        -- Takes back what the buckets before it lost.
        RAISE EXCEPTION 'an empty bucket' USING ERRCODE = 'CS009';
      END IF;
      remaining := remaining || v_left;
    END LOOP;
  EXCEPTION WHEN SQLSTATE 'CS009' THEN
    remaining := NULL;
    SELECT greatest(1, ceil((1 - coalesce(max(
        b.tokens + extract(epoch FROM clock_timestamp() - b.at) * p_per_minute[refused_at] / 60), 0))
        * 60 / p_per_minute[refused_at]))::integer INTO retry_seconds
      FROM quota_buckets b WHERE b.tenant_id = p_tenant AND b.asker = p_askers[refused_at];
  END;
END $$;
