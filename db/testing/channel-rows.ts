import type { OwnerSql } from "../client";

/** An account of a channel with a link, a code, a wish, a message, a delivery and figures. */
export async function seedChannel(
  owner: OwnerSql,
  { tenantId, userId, actionId }: { tenantId: number; userId: number; actionId: number },
) {
  const [account] = await owner<{ id: number }[]>`
    INSERT INTO channel_accounts (tenant_id, kind, external_id, label, sealed, opened_at, opened_by_label)
    VALUES (${tenantId}, 'slack', ${`T${tenantId}`}, 'Slack', 'v1.x', now(), 'Pat') RETURNING id`;
  const { id: accountId } = account!;
  await owner`
    INSERT INTO channel_links (tenant_id, account_id, external_user_id, external_label, user_id, linked_at, seal)
    VALUES (${tenantId}, ${accountId}, 'U1', 'pat', ${userId}, now(), 's')`;
  await owner`
    INSERT INTO channel_link_codes (tenant_id, account_id, external_user_id, external_label, code_hash, expires_at,
      created_at)
    VALUES (${tenantId}, ${accountId}, 'U1', 'pat', encode(sha256(${`code-${tenantId}`}), 'hex'),
      now() + interval '10 minutes', now())`;
  await owner`INSERT INTO channel_preferences (tenant_id, user_id, kind, changed_at)
    VALUES (${tenantId}, ${userId}, 'slack', now())`;
  await owner`
    INSERT INTO channel_messages (tenant_id, account_id, ref, action_id, user_id, next_at, created_at)
    VALUES (${tenantId}, ${accountId}, new_message_ref(), ${actionId}, ${userId}, now(), now())`;
  await owner`
    INSERT INTO channel_deliveries (tenant_id, account_id, provider_key, received_at, handling_until)
    VALUES (${tenantId}, ${accountId}, 'k', now(), now())`;
  await owner`INSERT INTO message_looks (tenant_id, action_id) VALUES (${tenantId}, ${actionId})`;
  await owner`INSERT INTO message_plans (tenant_id, action_id, people, planned_at)
    VALUES (${tenantId}, ${actionId}, '[]', now())`;
  await owner`INSERT INTO routing_versions (tenant_id, version, rules, note, published_by_label)
    VALUES (${tenantId}, 1, '[]', 'why', 'Pat')`;
  await owner`INSERT INTO notification_times (tenant_id, user_id, time_zone, changed_by_label)
    VALUES (${tenantId}, ${userId}, 'UTC', 'Pat')`;
  await owner`INSERT INTO classifier_health (tenant_id, health, health_at) VALUES (${tenantId}, 'ok', now())`;
  await owner`INSERT INTO channel_figures (tenant_id, account_id, began_at, sent)
    VALUES (${tenantId}, ${accountId}, now(), 1)`;
}
