import { type TenantTransaction, inTenant } from "@/db/client";
import { countNotices } from "@/db/queries/actions/notices";
import { readGraceSetting } from "@/db/queries/controls/grace-setting";
import { listSwitches } from "@/db/queries/controls/kill-switches";
import {
  type PendingOfTier,
  countDeadLettersByCause,
  countOpenEnds,
  countPendingByTier,
  readFigures,
} from "@/db/queries/controls/overview";
import { countOpenQuestions } from "@/db/queries/interactions/interactions";
import { readClassifierHealth } from "@/db/queries/interactions/classifier-health";
import { isFailing, listAccounts } from "@/db/queries/messages/accounts";
import { type StandingRow, readStanding } from "@/db/queries/people/standing";
import { listGivenUpUrls } from "@/db/queries/webhooks/endpoints";
import type { Dashboard, Overview } from "@/lib/contract/monitoring/overview";
import { type Person, mayAdminister } from "@/lib/core/access/principal";
import { RISK_TIERS, type RiskTier } from "@/lib/core/action/risk-tier";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { sweepViewIn } from "@/lib/gateway/controls/read-sweep";
import { laneViewIn } from "@/lib/gateway/controls/read-lane";
import { globalSwitchViewsOf, switchViewsOf } from "@/lib/gateway/controls/switch-views";
import { isoOf } from "@/lib/core/values/time";

/** When a queue is more than one person gets through: by number, or because something has waited too long. */
export const PILE_UP = { count: 200, ageHours: 24 };

const QUESTIONS_COUNTED_MAX = 100;

/** Reads the figures that every page shows: pending counts, oldest ages, switches, lane. Any member may. */
export async function readOverview(person: Person, gateway: Gateway = getGateway()): Promise<Overview> {
  const { tenantId } = person;
  return inTenant(gateway.database, tenantId, async (tx) => {
    const tiers = await countPendingByTier(tx, tenantId);
    const ends = await countOpenEnds(tx, tenantId);
    const switches = await listSwitches(tx, tenantId);
    return {
      now: isoOf(ends.now),
      pending: pendingOf(tiers, new Date(ends.now)),
      approved_not_applied: ends.approved,
      stale: ends.stale,
      dead_letters: ends.deadLetters,
      notices: await countNotices(tx, tenantId, person.userId),
      questions: await countOpenQuestions(tx, tenantId, {
        person,
        now: gateway.clock.now(),
        max: QUESTIONS_COUNTED_MAX,
      }),
      standing: standingOf(await readStanding(tx, tenantId, person.userId)),
      lane: await laneViewIn(tx, tenantId),
      sweep: await sweepViewIn(tx, tenantId, gateway),
      failing_channels: mayAdminister(person.role) ? await failingIn(tx, tenantId) : [],
      disabled_webhooks: mayAdminister(person.role) ? await disabledHostsIn(tx, tenantId) : [],
      classifier_failing:
        mayAdminister(person.role) && (await readClassifierHealth(tx, tenantId)) === "failing",
      grace_seconds: (await readGraceSetting(tx, tenantId)).seconds,
      switches: switchViewsOf(switches, gateway),
      global_switches: globalSwitchViewsOf(switches),
    };
  });
}

async function disabledHostsIn(tx: TenantTransaction, tenantId: number): Promise<string[]> {
  return [...new Set((await listGivenUpUrls(tx, tenantId)).map((url) => new URL(url).host))];
}

async function failingIn(tx: TenantTransaction, tenantId: number): Promise<string[]> {
  const accounts = await listAccounts(tx, tenantId);
  return accounts.filter(isFailing).map(({ label }) => label);
}

function standingOf(row: StandingRow | null): Overview["standing"] {
  const { recoveredBy: by, recoveredAt: at, recoveringUntil: until } = row ?? {};
  return {
    recovery: by && at && until ? { by, at: isoOf(at), until: isoOf(until) } : null,
    new_in_office_until: isoOf(row?.newInOfficeUntil ?? null),
  };
}

function pendingOf(tiers: readonly PendingOfTier[], now: Date): Overview["pending"] {
  const total = tiers.reduce((sum, tier) => sum + tier.count, 0);
  const oldest = tiers
    .flatMap((tier) => (tier.oldest ? [new Date(tier.oldest)] : []))
    .sort((a, b) => a.getTime() - b.getTime())[0];
  const oldestHours = oldest ? (now.getTime() - oldest.getTime()) / 3_600_000 : 0;
  const reasons = [
    ...(total > PILE_UP.count ? [`${total} proposals wait`] : []),
    ...(oldestHours > PILE_UP.ageHours ? [`the oldest has waited ${Math.floor(oldestHours)} hours`] : []),
  ];
  return {
    total,
    oldest_created_at: isoOf(oldest),
    by_tier: tiers.map(({ tier, count, oldest: since }) => ({
      tier,
      count,
      oldest_created_at: isoOf(since),
    })),
    pile_up: reasons.length > 0,
    pile_up_reason: reasons.length > 0 ? reasons.join(" and ") : null,
  };
}

/** Reads the figures of the dashboard's charts. Any member may. */
export async function readDashboard(person: Person, gateway: Gateway = getGateway()): Promise<Dashboard> {
  const { tenantId } = person;
  return inTenant(gateway.database, tenantId, async (tx) => {
    const { days, durations, outcomes } = await readFigures(tx, tenantId);
    const ofTier = (tier: RiskTier) => durations.find((one) => one.figure === "decided" && one.tier === tier);
    const applied = durations.find(({ figure }) => figure === "applied");
    return {
      decided_by_day: days.map(({ byPolicy, ...day }) => ({ ...day, by_policy: byPolicy })),
      decision_time_by_tier: RISK_TIERS.map((tier) => ({
        tier,
        decisions: ofTier(tier)?.count ?? 0,
        median_ms: ofTier(tier)?.medianMs ?? null,
        p90_ms: ofTier(tier)?.p90Ms ?? null,
      })),
      approved_to_applied: {
        count: applied?.count ?? 0,
        median_ms: applied?.medianMs ?? null,
        p95_ms: applied?.p95Ms ?? null,
      },
      push_outcomes: outcomes,
      dead_letters_by_cause: await countDeadLettersByCause(tx, tenantId),
    };
  });
}
