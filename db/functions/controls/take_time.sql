-- Lets this transaction, and each statement of it, take longer than the role's own limits allow. Postgres 17 and later
-- have a limit for transactions, whose clock starts anew here.
CREATE OR REPLACE FUNCTION take_time(p_limit interval) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_ms text := (extract(epoch FROM p_limit) * 1000)::bigint::text;
BEGIN
  PERFORM set_config('statement_timeout', v_ms, true);
  IF current_setting('transaction_timeout', true) IS NOT NULL THEN
    PERFORM set_config('transaction_timeout', '0', true);
    PERFORM set_config('transaction_timeout', v_ms, true);
  END IF;
END $$;
