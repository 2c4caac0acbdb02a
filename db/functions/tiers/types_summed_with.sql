-- A bid is only another way to name a customer: what is proposed under the one name adds to what is proposed under the
-- other, or the day's limits would hold twice.
CREATE OR REPLACE FUNCTION types_summed_with(p_action_type text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_action_type IN ('bid_price_update', 'customer_price_update')
              THEN ARRAY['bid_price_update', 'customer_price_update'] ELSE ARRAY[p_action_type] END;
$$;
