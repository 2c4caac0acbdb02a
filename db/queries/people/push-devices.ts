import { sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import { execute, selectAll, selectFirst } from "@/db/queries/rows";
import type { Member } from "./accounts";

/** Browsers that their people subscribed to notifications. */

export interface PushDeviceRow {
  id: number;
  endpoint: string;
  p256dh: string;
  auth: string;
  userAgent: string | null;
  createdAt: Date;
  sentAt: Date | null;
}

/** A person's devices, newest first. */
export const listPushDevices = (tx: TenantTransaction, { tenantId, userId }: Member) =>
  selectAll<PushDeviceRow>(tx)`
    SELECT id, endpoint, p256dh, auth, user_agent, created_at, sent_at FROM push_devices
    WHERE tenant_id = ${tenantId} AND user_id = ${userId} AND ended_at IS NULL ORDER BY id DESC`;

export interface NewPushDevice extends Pick<PushDeviceRow, "endpoint" | "p256dh" | "auth"> {
  /** Says which browser it is. */
  sessionId: number;
}

/** Ends whatever row the browser had for somebody else. False: the membership was revoked meanwhile. */
export async function subscribePushDevice(
  tx: TenantTransaction,
  { tenantId, userId }: Member,
  { endpoint, p256dh, auth, sessionId }: NewPushDevice,
): Promise<boolean> {
  await execute(tx)`
    UPDATE push_devices SET ended_at = clock_timestamp()
    WHERE tenant_id = ${tenantId} AND endpoint = ${endpoint} AND user_id <> ${userId} AND ended_at IS NULL`;
  const row = await selectFirst<{ id: number }>(tx)`
    INSERT INTO push_devices (tenant_id, user_id, endpoint, p256dh, auth, user_agent)
    SELECT m.tenant_id, m.user_id, ${endpoint}, ${p256dh}, ${auth},
      (SELECT left(s.user_agent, 400) FROM sessions s WHERE s.id = ${sessionId} AND s.user_id = m.user_id)
    FROM memberships m
    WHERE m.tenant_id = ${tenantId} AND m.user_id = ${userId} AND m.revoked_at IS NULL FOR SHARE
    ON CONFLICT (tenant_id, endpoint) WHERE ended_at IS NULL DO UPDATE SET p256dh = ${p256dh}, auth = ${auth}
    RETURNING id`;
  return row !== null;
}

/** A person who turns notifications on gets questions, and actions from L3 on, until they choose otherwise. */
export const wishByWebPush = (tx: TenantTransaction, { tenantId, userId }: Member) =>
  execute(tx)`
    INSERT INTO channel_preferences (tenant_id, user_id, kind, questions, tier_min, changed_at)
    VALUES (${tenantId}, ${userId}, 'web_push', true, 3, clock_timestamp())
    ON CONFLICT DO NOTHING`;

/** False: no such browser of theirs, or it ended before. */
export async function endPushDevice(tx: TenantTransaction, { tenantId, userId }: Member, id: number) {
  const ended = await execute(tx)`
    UPDATE push_devices SET ended_at = clock_timestamp()
    WHERE tenant_id = ${tenantId} AND user_id = ${userId} AND id = ${id} AND ended_at IS NULL`;
  return ended === 1;
}

/** Ends those of a person's browsers that are gone; where something was sent, the others were told now. */
export async function noteAttemptAtBrowsers(
  tx: TenantTransaction,
  { tenantId, userId }: Member,
  { isSent, gone }: { isSent: boolean; gone: readonly number[] },
): Promise<void> {
  const ids = sql.param(gone as number[]);
  await execute(tx)`
    UPDATE push_devices SET
      ended_at = CASE WHEN id = ANY (${ids}::bigint[]) THEN clock_timestamp() END,
      sent_at = CASE WHEN ${isSent} AND id <> ALL (${ids}::bigint[]) THEN clock_timestamp() ELSE sent_at END
    WHERE tenant_id = ${tenantId} AND user_id = ${userId} AND ended_at IS NULL`;
}
