-- Requests delivery of the pushes that may go next on the records of these, once they have settled: the first of each
-- record, and the first whose record could not be read, behind which the rest of its family waits. Delivery goes on
-- with a further line of the same action by itself. A push that is being leased or cancelled is passed over: otherwise
-- two that are cancelled at once on one record would wait for each other. At most 500; the rest is for reconciliation.
CREATE OR REPLACE FUNCTION wake_next_in_line(p_tenant bigint, p_settled bigint[]) RETURNS void
  LANGUAGE plpgsql AS $$
DECLARE
  v_next bigint[];
BEGIN
  WITH settled AS (
    SELECT p FROM ns_pending_pushes p WHERE p.tenant_id = p_tenant AND p.id = ANY (p_settled)),
  waiting AS (
    SELECT n.id, n.action_id, n.record_family, n.record_unread,
      CASE WHEN n.record_unread THEN n.record_family ELSE n.record_key END AS turn
    FROM ns_pending_pushes n
    WHERE n.tenant_id = p_tenant AND n.status = 'queued'
      AND n.id IN (SELECT e.id FROM settled CROSS JOIN LATERAL open_on_same_record(settled.p) AS e)
    ORDER BY n.id LIMIT 500 FOR UPDATE SKIP LOCKED),
  ordered AS (
    SELECT *, min(id) FILTER (WHERE record_unread) OVER (PARTITION BY record_family) AS first_unread FROM waiting),
  firsts AS (
    SELECT DISTINCT ON (turn) id, action_id FROM ordered WHERE id <= coalesce(first_unread, id) ORDER BY turn, id),
  next AS (
    SELECT min(id) AS id FROM firsts
    WHERE action_id NOT IN (SELECT (settled.p).action_id FROM settled) GROUP BY action_id)
  SELECT array_agg(id ORDER BY id) INTO v_next FROM next;
  IF v_next IS NOT NULL THEN
    PERFORM request_pushes(p_tenant, v_next);
  END IF;
END $$;
