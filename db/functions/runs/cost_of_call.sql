-- The cost of a model's call at a price, in millionths of the price's currency. Exact in integers; rounded half up,
-- once for the whole call. Null: nobody counted its tokens.
CREATE OR REPLACE FUNCTION cost_of_call(c model_calls, p model_prices) RETURNS numeric LANGUAGE sql IMMUTABLE AS $$
  SELECT round((
    (c.input_tokens - c.cached_tokens)::numeric * p.input_price
    + c.cached_tokens::numeric * coalesce(p.cached_price, p.input_price)
    + (c.output_tokens - c.reasoning_tokens)::numeric * p.output_price
    + c.reasoning_tokens::numeric * coalesce(p.reasoning_price, p.output_price)) / 1000000)
$$;
