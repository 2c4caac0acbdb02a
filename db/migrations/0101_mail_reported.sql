-- Mail that its reader reported as spam. See docs/adr/0146.
ALTER TABLE channel_messages
  -- When its provider first said so. Null: never.
  ADD COLUMN reported_at timestamptz CHECK (reported_at BETWEEN '1970-01-01 00:00:00+00' AND '2500-01-01 00:00:00+00');
GRANT UPDATE (reported_at) ON channel_messages TO countersign_app;
