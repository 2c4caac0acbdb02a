-- Credentials that end, such as Slack's tokens of twelve hours, are renewed before they do, by one process at a time.
ALTER TABLE channel_accounts
  -- From then on the credentials are to be renewed. Null: they do not end.
  ADD COLUMN renew_at timestamptz,
  -- Until then one process renews them, or nobody tries again yet. Null: whoever comes first may.
  ADD COLUMN renewal_until timestamptz,
  -- Each renewal has its own number, under which alone its result is written. Connecting anew counts as one.
  ADD COLUMN renewal_fence integer NOT NULL DEFAULT 0 CHECK (renewal_fence >= 0);
GRANT UPDATE (renew_at, renewal_until, renewal_fence) ON channel_accounts TO countersign_app;
