import type { TenantTransaction } from "@/db/client";
import { type RowOf, execute, selectAll, selectFirst } from "@/db/queries/rows";
import type { notificationTimes, routingVersions } from "@/db/schema/channels";
import type { OutcomeKind } from "@/lib/core/action/notice";
import type { Role } from "@/lib/core/access/principal";
import type { ChannelKind, MessageState } from "@/lib/core/message/message";

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
  | "digestAt"
  | "changedByLabel"
  | "changedAt"
>;

/** Null: they never set any. */
export const findTimes = (tx: TenantTransaction, tenantId: number, userId: number) =>
  selectFirst<TimesRow>(tx)`
    SELECT time_zone, quiet_from::int AS quiet_from, quiet_until::int AS quiet_until, away_from, away_until,
      deputy_user_id, digest_at::int AS digest_at, changed_by_label, changed_at
    FROM notification_times WHERE tenant_id = ${tenantId} AND user_id = ${userId}`;

export type NewTimes = Omit<TimesRow, "changedAt">;

/** 0: they are so already. */
export const setTimes = (tx: TenantTransaction, tenantId: number, userId: number, times: NewTimes) =>
  execute(tx)`
    INSERT INTO notification_times AS n (tenant_id, user_id, time_zone, quiet_from, quiet_until, away_from, away_until,
      deputy_user_id, digest_at, changed_by_label)
    VALUES (${tenantId}, ${userId}, ${times.timeZone}, ${times.quietFrom}, ${times.quietUntil},
      ${times.awayFrom}::timestamptz, ${times.awayUntil}::timestamptz, ${times.deputyUserId}, ${times.digestAt},
      ${times.changedByLabel})
    ON CONFLICT (tenant_id, user_id) DO UPDATE SET time_zone = excluded.time_zone, quiet_from = excluded.quiet_from,
      quiet_until = excluded.quiet_until, away_from = excluded.away_from, away_until = excluded.away_until,
      deputy_user_id = excluded.deputy_user_id, digest_at = excluded.digest_at,
      changed_by_label = excluded.changed_by_label,
      changed_at = clock_timestamp()
      WHERE (n.time_zone, n.quiet_from, n.quiet_until, n.away_from, n.away_until, n.deputy_user_id, n.digest_at)
        IS DISTINCT FROM (excluded.time_zone, excluded.quiet_from, excluded.quiet_until, excluded.away_from,
          excluded.away_until, excluded.deputy_user_id, excluded.digest_at)`;

export interface NamedMember {
  userId: number;
  name: string;
  email: string;
  role: Role;
}

/** The people that a rule or a deputy can name, ordered by name, at most 1,000. */
export const listNamedMembers = (tx: TenantTransaction, tenantId: number) =>
  selectAll<NamedMember>(tx)`
    SELECT m.user_id, u.name, u.email, m.role FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.tenant_id = ${tenantId} AND m.revoked_at IS NULL AND u.disabled_at IS NULL
    ORDER BY u.name, m.user_id LIMIT 1000`;

export const findTimeZone = (tx: TenantTransaction, tenantId: number) =>
  selectFirst<{ timeZone: string }>(tx)`SELECT time_zone FROM tenants WHERE id = ${tenantId}`;

/** One of them is null. */
interface SubjectIds {
  interactionId: number | null;
  actionId: number | null;
}

export interface ReachedRow {
  userId: number;
  name: string;
  kind: ChannelKind;
  state: MessageState;
  reachedAt: string | null;
  dueAt: string | null;
  /** How its write went wrong, if the message says that. */
  outcome: OutcomeKind | null;
  why: string | null;
  problem: string | null;
  returnedAt: string | null;
  reportedAt: string | null;
}

/** The messages to people about one subject, in the order in which they were planned, at most 1,000. */
export const listReached = (
  tx: TenantTransaction,
  tenantId: number,
  { interactionId, actionId }: SubjectIds,
) =>
  selectAll<ReachedRow>(tx)`
    SELECT g.user_id, u.name, a.kind, g.state, g.reached_at, g.next_at AS due_at, g.outcome, g.why,
      g.last_error AS problem, g.returned_at, g.reported_at
    FROM channel_messages g JOIN users u ON u.id = g.user_id
      JOIN channel_accounts a ON a.tenant_id = g.tenant_id AND a.id = g.account_id
    WHERE g.tenant_id = ${tenantId} AND (g.interaction_id = ${interactionId} OR g.action_id = ${actionId})
    ORDER BY g.id LIMIT 1000`;

export interface KeptPlan {
  outcome: OutcomeKind | null;
  rule: string | null;
  people: { user_id: number; name: string; told: boolean; why: string }[];
  plannedAt: string;
}

/** The plan of a question; of an action, its plan and those of its outcomes. Empty: it was never planned. */
export const listPlans = (tx: TenantTransaction, tenantId: number, { interactionId, actionId }: SubjectIds) =>
  selectAll<KeptPlan>(tx)`
    SELECT outcome, rule, people, planned_at FROM message_plans
    WHERE tenant_id = ${tenantId} AND interaction_id IS NOT DISTINCT FROM ${interactionId}::bigint
      AND action_id IS NOT DISTINCT FROM ${actionId}::bigint
    ORDER BY id`;
