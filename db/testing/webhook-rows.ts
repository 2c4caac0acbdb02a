import type { OwnerSql } from "../client";

/** An endpoint of webhooks with a delivery. */
export async function seedWebhooks(
  owner: OwnerSql,
  { tenantId, actionId }: { tenantId: number; actionId: number },
) {
  const [endpoint] = await owner<{ id: number }[]>`
    INSERT INTO webhook_endpoints (tenant_id, url, events, sealed, created_at, created_by_label)
    VALUES (${tenantId}, 'https://hooks.example.com/', '{proposal.created}', 'v1.x', now(), 'Pat') RETURNING id`;
  await owner`
    INSERT INTO webhook_deliveries (tenant_id, endpoint_id, webhook_id, event_type, seq, subject_id, subject_status,
      next_at)
    VALUES (${tenantId}, ${endpoint!.id}, 'evt_' || new_message_ref(), 'proposal.created', nextval('webhook_seq'),
      ${actionId}, 'pending', now())`;
}
