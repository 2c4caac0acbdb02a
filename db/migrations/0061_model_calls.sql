-- Calls of models by runs, and the prices by which their costs are worked out. See docs/adr/0104.

-- Append-only: of several prices of one model and day the newest counts.
CREATE TABLE model_prices (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  provider text NOT NULL CHECK (provider ~ '^[a-z0-9-]{1,40}$'),
  model text NOT NULL CHECK (char_length(model) BETWEEN 1 AND 200),
  -- In UTC.
  from_date date NOT NULL CHECK (from_date BETWEEN '2000-01-01' AND '2500-01-01'),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  -- Millionths of the currency for a million tokens.
  input_price bigint NOT NULL CHECK (input_price BETWEEN 0 AND 1000000000000),
  -- Null: as other input.
  cached_price bigint CHECK (cached_price BETWEEN 0 AND 1000000000000),
  output_price bigint NOT NULL CHECK (output_price BETWEEN 0 AND 1000000000000),
  -- Null: as other output.
  reasoning_price bigint CHECK (reasoning_price BETWEEN 0 AND 1000000000000),
  reason text NOT NULL,
  by_user_id bigint NOT NULL REFERENCES users (id),
  by_label text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (tenant_id, id)
);
CREATE INDEX model_prices_in_force ON model_prices (tenant_id, provider, model, from_date DESC, id DESC);
CREATE TRIGGER model_prices_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON model_prices
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- One row for each attempt of a step that asked a model, written before anything leaves.
CREATE TABLE model_calls (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL,
  run_id bigint NOT NULL,
  step_id bigint NOT NULL,
  attempt integer NOT NULL CHECK (attempt >= 1),
  provider text NOT NULL,
  model text NOT NULL,
  -- As of the attempt's receipt. started: no answer is known, and it may have cost something.
  status text NOT NULL DEFAULT 'started' CHECK (status IN ('started', 'not_sent', 'unknown', 'succeeded', 'failed')),
  -- In the provider's words.
  finish_reason text CHECK (char_length(finish_reason) <= 100),
  -- Cached tokens are part of the input, reasoning tokens of the output. Null: nobody said.
  input_tokens bigint CHECK (input_tokens >= 0),
  cached_tokens bigint CHECK (cached_tokens BETWEEN 0 AND input_tokens),
  output_tokens bigint CHECK (output_tokens >= 0),
  reasoning_tokens bigint CHECK (reasoning_tokens BETWEEN 0 AND output_tokens),
  -- Millionths of the currency, by the price of the day on which the call began. Null: it has no price.
  cost bigint CHECK (cost >= 0),
  currency text,
  price_id bigint,
  ms integer CHECK (ms >= 0),
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz,
  UNIQUE (tenant_id, step_id, attempt),
  FOREIGN KEY (tenant_id, run_id) REFERENCES runs (tenant_id, id),
  FOREIGN KEY (tenant_id, step_id) REFERENCES steps (tenant_id, id),
  FOREIGN KEY (tenant_id, price_id) REFERENCES model_prices (tenant_id, id),
  CONSTRAINT started_has_no_end CHECK ((status = 'started') = (ended_at IS NULL)),
  CONSTRAINT tokens_are_known_together CHECK (num_nulls(input_tokens, cached_tokens, output_tokens, reasoning_tokens)
    IN (0, 4)),
  CONSTRAINT cost_has_a_price CHECK (num_nulls(cost, currency, price_id) IN (0, 3))
);
CREATE INDEX model_calls_of_run ON model_calls (tenant_id, run_id, provider, model);
CREATE INDEX model_calls_unpriced ON model_calls (tenant_id, provider, model) WHERE cost IS NULL;
CREATE TRIGGER model_calls_guard BEFORE UPDATE ON model_calls FOR EACH ROW EXECUTE FUNCTION guard_model_call();
CREATE TRIGGER model_calls_kept BEFORE DELETE OR TRUNCATE ON model_calls
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE INDEX step_receipts_of_step ON step_receipts (tenant_id, step_id);

SELECT wall_in('model_prices'), wall_in('model_calls');
GRANT INSERT (tenant_id, provider, model, from_date, currency, input_price, cached_price, output_price,
              reasoning_price, reason, by_user_id, by_label)
  ON model_prices TO countersign_app;
GRANT INSERT (tenant_id, run_id, step_id, attempt, provider, model),
      UPDATE (status, finish_reason, input_tokens, cached_tokens, output_tokens, reasoning_tokens, cost, currency,
              price_id, ms, ended_at)
  ON model_calls TO countersign_app;
