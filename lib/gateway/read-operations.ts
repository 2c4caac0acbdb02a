import { inTenant } from "@/db/client";
import { readListedAction } from "@/db/queries/actions";
import { listSwitches } from "@/db/queries/kill-switches";
import {
  type PendingByTier,
  countDeadLettersByCause,
  countDecisionsByDay,
  countOpenEnds,
  countPendingByTier,
  countPushOutcomes,
  listOpenDeadLetters,
  measureApplyTimes,
  measureDecisionTimes,
  readLaneStatus,
} from "@/db/queries/operations";
import type { DeadLetter, Overview } from "@/lib/contract/action-view";
import type { Dashboard } from "@/lib/contract/dashboard-view";
import type { Person } from "@/lib/core/principal";
import { summaryOf } from "./action-view";
import { type Gateway, getGateway } from "./context";
import { switchViewsOf } from "./switch-views";

/** When a queue is more than one person gets through: by number, or because something has waited too long. */
const pileUpCount = 200;
const pileUpAgeHours = 24;
const deadLettersMax = 200;

export async function readOverview(person: Person, gateway: Gateway = getGateway()): Promise<Overview> {
  const { tenantId } = person;
  return inTenant(gateway.database, tenantId, async (tx) => {
    const tiers = await countPendingByTier(tx, tenantId);
    const ends = await countOpenEnds(tx, tenantId);
    const lane = await readLaneStatus(tx, tenantId);
    const switches = await listSwitches(tx, tenantId);
    return {
      now: isoOf(ends.now)!,
      pending: pendingOf(tiers, new Date(ends.now)),
      approved_not_applied: ends.approved,
      stale: ends.stale,
      dead_letters: ends.dead_letters,
      lane: {
        state: lane?.state ?? "halted",
        code: lane?.code ?? null,
        message: lane?.message ?? null,
        halted_at: isoOf(lane?.halted_at ?? null),
        last_reconciled_at: isoOf(lane?.last_reconciled_at ?? null),
      },
      switches: switchViewsOf(switches, gateway.switchesFromEnvironment),
    };
  });
}

function pendingOf(tiers: readonly PendingByTier[], now: Date): Overview["pending"] {
  const total = tiers.reduce((sum, tier) => sum + tier.count, 0);
  const oldest = tiers
    .flatMap((tier) => (tier.oldest ? [new Date(tier.oldest)] : []))
    .sort((a, b) => a.getTime() - b.getTime())[0];
  const oldestHours = oldest ? (now.getTime() - oldest.getTime()) / 3_600_000 : 0;
  const reasons = [
    ...(total > pileUpCount ? [`${total} proposals wait`] : []),
    ...(oldestHours > pileUpAgeHours ? [`the oldest has waited ${Math.floor(oldestHours)} hours`] : []),
  ];
  return {
    total,
    oldest_created_at: oldest?.toISOString() ?? null,
    by_tier: tiers.map(({ tier, count, oldest: since }) => ({
      tier,
      count,
      oldest_created_at: isoOf(since),
    })),
    pile_up: reasons.length > 0,
    pile_up_reason: reasons.length > 0 ? reasons.join(" and ") : null,
  };
}

export async function readDashboard(person: Person, gateway: Gateway = getGateway()): Promise<Dashboard> {
  const { tenantId } = person;
  return inTenant(gateway.database, tenantId, async (tx) => ({
    decided_by_day: await countDecisionsByDay(tx, tenantId),
    decision_time_by_tier: await measureDecisionTimes(tx, tenantId),
    approved_to_applied: await measureApplyTimes(tx, tenantId),
    push_outcomes: await countPushOutcomes(tx, tenantId),
    dead_letters_by_cause: await countDeadLettersByCause(tx, tenantId),
  }));
}

/** Newest first, at most 200, not yet replayed. */
export async function listDeadLetters(
  person: Person,
  gateway: Gateway = getGateway(),
): Promise<DeadLetter[]> {
  const { tenantId } = person;
  return inTenant(gateway.database, tenantId, async (tx) => {
    const letters: DeadLetter[] = [];
    for (const row of await listOpenDeadLetters(tx, tenantId, deadLettersMax)) {
      const listed = await readListedAction(tx, tenantId, row.action_id);
      if (!listed) continue;
      const { title, subject, sentence, risk_level } = summaryOf(listed, person.userId, gateway.clock.now());
      const { code, class: cause, message } = row.error_json;
      letters.push({
        id: row.id,
        action_id: row.action_id,
        title,
        subject,
        sentence,
        risk_level,
        payload: row.payload_json,
        error: { code, class: cause, message },
        attempts: row.attempts,
        last_at: isoOf(row.last_at)!,
      });
    }
    return letters;
  });
}

function isoOf(text: string | null): string | null {
  return text === null ? null : new Date(text).toISOString();
}
