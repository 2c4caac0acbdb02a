import type { TenantTransaction } from "@/db/client";
import { type RowOf, execute, selectFirst } from "@/db/queries/rows";
import type { notificationTimes, routingVersions } from "@/db/schema/channels";

/** The company's rules of whom to tell, and each person's own times. */

export type RoutingRow = RowOf<
  typeof routingVersions,
  "version" | "rules" | "note" | "publishedByLabel" | "publishedAt"
>;

/** Null: none was published. */
export const findRouting = (tx: TenantTransaction, tenantId: number) =>
  selectFirst<RoutingRow>(tx)`
    SELECT version, rules, note, published_by_label, published_at FROM routing_versions
    WHERE tenant_id = ${tenantId} ORDER BY version DESC LIMIT 1`;

/** 0: somebody published that version meanwhile. */
export const publishRouting = (
  tx: TenantTransaction,
  tenantId: number,
  { version, rules, note, byLabel }: { version: number; rules: unknown; note: string; byLabel: string },
) =>
  execute(tx)`
    INSERT INTO routing_versions (tenant_id, version, rules, note, published_by_label)
    VALUES (${tenantId}, ${version}, ${JSON.stringify(rules)}::jsonb, ${note}, ${byLabel})
    ON CONFLICT (tenant_id, version) DO NOTHING`;

export type TimesRow = RowOf<
  typeof notificationTimes,
  | "timeZone"
  | "quietFrom"
  | "quietUntil"
  | "awayFrom"
  | "awayUntil"
  | "deputyUserId"
  | "changedByLabel"
  | "changedAt"
>;

/** Null: they never set any. */
export const findTimes = (tx: TenantTransaction, tenantId: number, userId: number) =>
  selectFirst<TimesRow>(tx)`
    SELECT time_zone, quiet_from::int AS quiet_from, quiet_until::int AS quiet_until, away_from, away_until,
      deputy_user_id, changed_by_label, changed_at
    FROM notification_times WHERE tenant_id = ${tenantId} AND user_id = ${userId}`;

export type NewTimes = Omit<TimesRow, "changedAt">;

/** 0: they are so already. */
export const setTimes = (tx: TenantTransaction, tenantId: number, userId: number, times: NewTimes) =>
  execute(tx)`
    INSERT INTO notification_times AS n (tenant_id, user_id, time_zone, quiet_from, quiet_until, away_from, away_until,
      deputy_user_id, changed_by_label)
    VALUES (${tenantId}, ${userId}, ${times.timeZone}, ${times.quietFrom}, ${times.quietUntil},
      ${times.awayFrom}::timestamptz, ${times.awayUntil}::timestamptz, ${times.deputyUserId}, ${times.changedByLabel})
    ON CONFLICT (tenant_id, user_id) DO UPDATE SET time_zone = excluded.time_zone, quiet_from = excluded.quiet_from,
      quiet_until = excluded.quiet_until, away_from = excluded.away_from, away_until = excluded.away_until,
      deputy_user_id = excluded.deputy_user_id, changed_by_label = excluded.changed_by_label,
      changed_at = clock_timestamp()
      WHERE (n.time_zone, n.quiet_from, n.quiet_until, n.away_from, n.away_until, n.deputy_user_id)
        IS DISTINCT FROM (excluded.time_zone, excluded.quiet_from, excluded.quiet_until, excluded.away_from,
          excluded.away_until, excluded.deputy_user_id)`;
