-- Mail that a server returned. See docs/channels/mail.md.
ALTER TABLE channel_messages
  -- When a mail server said that it could not deliver it. Null: none did.
  ADD COLUMN returned_at timestamptz CHECK (returned_at BETWEEN '1970-01-01 00:00:00+00' AND '2500-01-01 00:00:00+00');
GRANT UPDATE (returned_at) ON channel_messages TO countersign_app;
