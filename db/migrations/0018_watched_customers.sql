-- One row for each customer that an approved action concerns: a roll has many.
ALTER TABLE customer_watch DROP CONSTRAINT customer_watch_pkey,
  ADD PRIMARY KEY (tenant_id, action_id, customer_ref);
