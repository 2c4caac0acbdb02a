import { sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import type { StoredMembership } from "@/db/queries/people/identity";
import { execute, selectAll } from "@/db/queries/rows";
import type { OutcomeKind } from "@/lib/core/action/notice";
import type { InteractionChannel } from "@/lib/core/interaction/interaction";
import type { Responder } from "@/lib/core/interaction/responders";
import type { ChannelKind } from "@/lib/core/message/message";

/** Reads the facts from which recipients are chosen, and stores the plan. */

const ids = (values: readonly number[]) => sql`${sql.param(values)}::bigint[]`;

export interface StoredPreference {
  questions: boolean;
  tier_min: number | null;
  /** Null: the person has not chosen. */
  outcomes: boolean | null;
  changed_at: string;
}

export interface ReachablePersonRow extends StoredMembership {
  /** The accounts that reach them; without them, an empty list. */
  accounts: { id: number; kind: ChannelKind }[];
  /** The person's choices, by channel. */
  preferences: Partial<Record<ChannelKind, StoredPreference>>;
  timeZone: string | null;
  quietFrom: number | null;
  quietUntil: number | null;
  awayFrom: string | null;
  awayUntil: string | null;
  deputyUserId: number | null;
  /** Minute of the day. */
  digestAt: number | null;
  /** The company's time zone, for people who set none. */
  tenantZone: string;
}

/** The members who may sign in, at most 1,000, with what reaches them by channels of these kinds. */
export const listReachablePeople = (tx: TenantTransaction, tenantId: number, kinds: readonly ChannelKind[]) =>
  selectAll<ReachablePersonRow>(tx)`
    SELECT m.tenant_id, m.user_id, t.slug AS tenant_slug, t.name AS tenant_name, u.name, u.email, m.role, m.role_seal,
      m.role_changes, n.time_zone, n.quiet_from::int AS quiet_from, n.quiet_until::int AS quiet_until, n.away_from,
      n.away_until, n.deputy_user_id, n.digest_at::int AS digest_at, t.time_zone AS tenant_zone,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'kind', a.kind) ORDER BY a.id), '[]')
        FROM channel_accounts a WHERE a.tenant_id = m.tenant_id AND a.state = 'open'
          AND a.kind = ANY (${sql.param(kinds)}::text[]) AND is_reachable(a, m.user_id)) AS accounts,
      (SELECT coalesce(jsonb_object_agg(p.kind, jsonb_build_object('questions', p.questions, 'tier_min', p.tier_min,
          'outcomes', p.outcomes, 'changed_at', p.changed_at)), '{}')
        FROM channel_preferences p WHERE p.tenant_id = m.tenant_id AND p.user_id = m.user_id) AS preferences
    FROM memberships m JOIN users u ON u.id = m.user_id JOIN tenants t ON t.id = m.tenant_id
      LEFT JOIN notification_times n ON n.tenant_id = m.tenant_id AND n.user_id = m.user_id
    WHERE m.tenant_id = ${tenantId} AND m.revoked_at IS NULL AND u.disabled_at IS NULL
    ORDER BY m.user_id LIMIT 1000`;

interface OpenSubjectRow {
  id: number;
  type: string;
  workspace: string | null;
  endsAt: string;
}

export interface OpenQuestionRow extends OpenSubjectRow {
  responders: Responder[];
  asked: number;
  /** The channel to send it by; `in_app`: every channel that reaches a person. */
  channel: InteractionChannel;
}

/** Those of these that wait for an answer. */
export const listOpenQuestions = (
  tx: TenantTransaction,
  tenantId: number,
  of: readonly number[],
  now: Date,
) =>
  selectAll<OpenQuestionRow>(tx)`
    SELECT h.id, h.interaction_type AS type, h.responders, h.asked, h.timeout_at AS ends_at,
      h.channel_type AS channel, w.name AS workspace
    FROM hil_interactions h
      LEFT JOIN workflows f ON f.tenant_id = h.tenant_id AND f.id = h.workflow_id
      LEFT JOIN workspaces w ON w.tenant_id = h.tenant_id AND w.id = f.workspace_id
    WHERE h.tenant_id = ${tenantId} AND h.id = ANY (${ids(of)}) AND h.status = 'pending'
      AND h.timeout_at > ${now.toISOString()}::timestamptz
    ORDER BY h.id`;

/** True where action `c` may still be announced: it is younger than a day, or a digest lists it, as digests list all that waits. */
export const mayBeAnnounced = sql`(c.created_at > clock_timestamp() - interval '24 hours' OR EXISTS (
  SELECT FROM message_plans p WHERE p.tenant_id = c.tenant_id AND p.action_id = c.id AND p.interaction_id IS NULL
    AND p.outcome IS NULL AND p.people @> '[{"digest": true}]'))`;

export interface OpenActionRow extends OpenSubjectRow {
  tier: number;
  amountCents: number | null;
  createdAt: string;
}

/** Those of these that wait for a decision and are not older than a day, or told in digests. */
export const listOpenActions = (tx: TenantTransaction, tenantId: number, of: readonly number[]) =>
  selectAll<OpenActionRow>(tx)`
    SELECT c.id, c.action_type AS type, c.risk_level::int AS tier, c.impact_cents AS amount_cents, c.created_at,
      c.expires_at AS ends_at,
      (SELECT w.name FROM steps s JOIN runs r ON r.tenant_id = s.tenant_id AND r.id = s.run_id
          JOIN workspaces w ON w.tenant_id = r.tenant_id AND w.id = r.workspace_id
        WHERE s.tenant_id = c.tenant_id AND s.proposed_action_id = c.id ORDER BY s.id LIMIT 1) AS workspace
    FROM proposed_actions c
    WHERE c.tenant_id = ${tenantId} AND c.id = ANY (${ids(of)}) AND c.status = 'pending'
      AND c.expires_at > clock_timestamp() AND ${mayBeAnnounced}
    ORDER BY c.id`;

export interface ChosenRow {
  interactionId: number | null;
  actionId: number | null;
  firstAt: string;
  /** As `user:account`. */
  pairs: string[];
}

/** The people who have a message of these already. */
export const listChosen = (
  tx: TenantTransaction,
  tenantId: number,
  { questions, actions }: { questions: readonly number[]; actions: readonly number[] },
) =>
  selectAll<ChosenRow>(tx)`
    SELECT interaction_id, action_id, min(created_at) AS first_at, array_agg(user_id || ':' || account_id) AS pairs
    FROM channel_messages
    WHERE tenant_id = ${tenantId} AND interaction_id = ANY (${ids(questions)}) AND user_id IS NOT NULL
    GROUP BY interaction_id, action_id
    UNION ALL
    SELECT interaction_id, action_id, min(created_at), array_agg(user_id || ':' || account_id)
    FROM channel_messages
    WHERE tenant_id = ${tenantId} AND action_id = ANY (${ids(actions)}) AND user_id IS NOT NULL
      AND outcome IS NULL
    GROUP BY interaction_id, action_id`;

export interface NewMessage {
  interaction_id: number | null;
  action_id: number | null;
  user_id: number;
  account_id: number;
  next_at: Date;
  why: string;
  by_rule: boolean;
  urgent: boolean;
  outcome: OutcomeKind | null;
  /** How often its write had been replayed before. Of everything else 0. */
  outcome_round: number;
  /** The day of a digest, which has neither a question nor an action. */
  digest_on: string | null;
}

/** Adds planned messages; one that exists already is not added again, however many processes plan. A waiting digest moves to the recipient's present times. */
export const insertMessages = (
  tx: TenantTransaction,
  tenantId: number,
  { messages, now }: { messages: readonly NewMessage[]; now: Date },
) =>
  execute(tx)`
    INSERT INTO channel_messages AS g (tenant_id, account_id, ref, interaction_id, action_id, user_id, next_at, why,
      by_rule, urgent, outcome, outcome_round, digest_on, created_at)
    SELECT DISTINCT ON (n.interaction_id, n.action_id, n.outcome, n.outcome_round, n.digest_on, n.account_id, n.user_id)
      ${tenantId}::bigint, n.account_id, new_message_ref(), n.interaction_id, n.action_id, n.user_id, n.next_at, n.why,
      n.by_rule, n.urgent, n.outcome, n.outcome_round,
      n.digest_on, ${now.toISOString()}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(messages)}::jsonb) AS n (interaction_id bigint, action_id bigint,
      user_id bigint, account_id bigint, next_at timestamptz, why text, by_rule boolean, urgent boolean,
      outcome text, outcome_round integer, digest_on date)
    ORDER BY n.interaction_id, n.action_id, n.outcome, n.outcome_round, n.digest_on, n.account_id, n.user_id
    ON CONFLICT (tenant_id, interaction_id, action_id, account_id, user_id, place, outcome, outcome_round, digest_on)
      DO UPDATE
      SET next_at = excluded.next_at
      WHERE g.digest_on IS NOT NULL AND g.state = 'due' AND g.attempts = 0 AND g.next_at <> excluded.next_at`;

export interface PlannedPerson {
  user_id: number;
  name: string;
  told: boolean;
  why: string;
  /** Told in a digest. */
  digest?: boolean;
}

export interface PlanRow {
  interaction_id: number | null;
  action_id: number | null;
  outcome: OutcomeKind | null;
  outcome_round: number;
  rule: string | null;
  people: PlannedPerson[];
}

/** Keeps what the last look said. A plan that says the same as before is not written again. */
export const savePlans = (
  tx: TenantTransaction,
  tenantId: number,
  { plans, now }: { plans: readonly PlanRow[]; now: Date },
) =>
  execute(tx)`
    INSERT INTO message_plans AS p (tenant_id, interaction_id, action_id, outcome, outcome_round, rule, people,
      planned_at)
    SELECT ${tenantId}, n.interaction_id, n.action_id, n.outcome, n.outcome_round, n.rule, n.people,
      ${now.toISOString()}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(plans)}::jsonb) AS n (interaction_id bigint, action_id bigint,
      outcome text, outcome_round integer, rule text, people jsonb)
    ORDER BY n.interaction_id, n.action_id, n.outcome, n.outcome_round
    ON CONFLICT (tenant_id, interaction_id, action_id, outcome, outcome_round)
      DO UPDATE SET rule = excluded.rule, people = excluded.people, planned_at = excluded.planned_at
      WHERE (p.rule, p.people) IS DISTINCT FROM (excluded.rule, excluded.people)`;
