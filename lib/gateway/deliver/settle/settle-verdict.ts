import { type TenantTransaction, inTenantPrepared } from "@/db/client";
import { repeatOnce } from "@/db/passing-faults";
import { wakeNextInLine } from "@/db/queries/pushes/push-delivery";
import { LANE_PROBE_SECONDS } from "@/db/queries/pushes/push-leases";
import { earlierMayBeginForSeconds } from "@/db/queries/pushes/sent-pushes";
import {
  closeReceipt,
  countAnswersInARow,
  settleApplied,
  settleAppliedAlone,
  settleDead,
  settleRequeued,
  settleStale,
  settleUnknown,
} from "@/db/queries/pushes/settle-push";
import { goesByLane } from "@/lib/core/push/push";
import { isRoll } from "@/lib/action-types/payload/lines";
import { assertNever } from "@/lib/core/errors";
import {
  CLOCK_ANSWERS_IN_A_ROW_MAX,
  PUSH_ATTEMPTS_MAX,
  TOO_EARLY,
  TOO_LATE,
  nextAttemptDelayMs,
  throttleDelayMs,
} from "@/lib/core/push/retry";
import type { AppliedVerdict, FailureVerdict } from "@/lib/core/push/verdict";
import { log } from "@/lib/log";
import { afterCommit } from "@/lib/gateway/after-commit";
import type { Gateway } from "@/lib/gateway/context";
import { sealFailure } from "@/lib/gateway/ledger/seals/failure-seal";
import { appliedEndOf } from "./applied-end";
import { endActionIfOver, endAsStale } from "./end-push";
import { reopenLane, stopLane } from "@/lib/gateway/controls/lane-events";
import {
  type PushOutcome,
  type Settlement,
  errorOf,
  recordSettlement,
  responseOf,
  sealStale,
  settledElsewhere,
  pushRefOf,
} from "./settlement";

/**
 * Turns a verdict into state: push, action, receipt, mirror, event and outbox in one transaction. Changes nothing where
 * the fence does not hold: somebody else settles then.
 */
export async function settleVerdict(settlement: Settlement, gateway: Gateway): Promise<PushOutcome> {
  const { tenantId, context, verdict } = settlement;
  const { pushId, actionId } = context;
  const settle = async (tx: TenantTransaction) => {
    const result = await settleIn(tx, settlement, gateway);
    if (result.outcome === "settled_elsewhere") return result;
    if (showsOpenLane(settlement)) await reopenLane(tx, tenantId, { actionId });
    if (result.outcome === "stale" || result.outcome === "dead") await wakeNextInLine(tx, tenantId, [pushId]);
    return result;
  };
  // The fence lets it count once, however often it is tried.
  const outcome = await repeatOnce(
    async () =>
      (await settleAlone(settlement, gateway)) ??
      (await inTenantPrepared(gateway.database.delivering, tenantId, settle)),
  );
  log.info(
    { tenantId, pushId, actionId, verdict: verdict.class, code: verdict.code, outcome: outcome.outcome },
    "A push was settled",
  );
  afterCommit(gateway, tenantId);
  return outcome;
}

/** Any answer that came from the account itself shows that its lane is open. */
function showsOpenLane({ context, verdict, sent }: Settlement): boolean {
  return (
    verdict.class !== "lane_halt" &&
    verdict.class !== "not_executed" &&
    verdict.class !== "unknown" &&
    sent &&
    goesByLane(context.destination)
  );
}

/** Most writes succeed and are their action's only one: one round trip settles them. Null: it takes more, and nothing was settled. */
async function settleAlone(settlement: Settlement, gateway: Gateway): Promise<PushOutcome | null> {
  const { verdict, context } = settlement;
  if (verdict.class !== "applied" || isRoll(context.actionType)) return null;
  const needsOpenLane = showsOpenLane(settlement);
  const outcome = await settleAppliedAlone(
    gateway.database,
    appliedEndOf(settlement, verdict),
    needsOpenLane,
  );
  if (outcome === "lane_halted") return null;
  return outcome === "settled" ? { outcome: "applied" } : settledElsewhere;
}

async function settleIn(
  tx: TenantTransaction,
  settlement: Settlement,
  gateway: Gateway,
): Promise<PushOutcome> {
  const { verdict } = settlement;
  switch (verdict.class) {
    case "applied":
      return applied(tx, settlement, verdict);
    case "not_executed":
      return notExecuted(tx, settlement, verdict, gateway);
    case "unknown":
    case "conflict":
      return unknown(tx, settlement, verdict, gateway);
    case "stale":
      return stale(tx, settlement, verdict, gateway);
    case "terminal":
      return dead(tx, settlement, verdict, "terminal", settlement.sent);
    case "lane_halt":
      return laneHalted(tx, settlement, verdict);
    default:
      return assertNever(verdict);
  }
}

async function applied(
  tx: TenantTransaction,
  settlement: Settlement,
  verdict: AppliedVerdict,
): Promise<PushOutcome> {
  const { tenantId, context } = settlement;
  if (!(await settleApplied(tx, appliedEndOf(settlement, verdict)))) return settledElsewhere;
  if (isRoll(context.actionType))
    await endActionIfOver(tx, { tenantId, actionId: context.actionId, by: "push" });
  return { outcome: "applied" };
}

const clockDiffers: Readonly<Record<string, string>> = {
  [TOO_LATE]:
    "NetSuite says again and again that the write came too late: its clock runs ahead of the database's. Nothing was written.",
  [TOO_EARLY]:
    "NetSuite says again and again that the write came too early: its clock runs behind the database's. Nothing was written.",
};

async function notExecuted(
  tx: TenantTransaction,
  settlement: Settlement,
  verdict: Extract<FailureVerdict, { class: "not_executed" }>,
  gateway: Gateway,
): Promise<PushOutcome> {
  const { context, fence } = settlement;
  const byClock = clockDiffers[verdict.code];
  const inARow = byClock ? (await countAnswersInARow(tx, pushRefOf(settlement), verdict.code)) + 1 : 0;
  const next = { failureClass: "not_executed", ...(inARow > 0 ? { inARow } : {}) };
  if (verdict.throttled && inARow < CLOCK_ANSWERS_IN_A_ROW_MAX) {
    const leases = fence.attempt - context.attempts;
    const inMs = throttleDelayMs(leases, gateway.random(), verdict.retryAfterSeconds);
    return requeue(tx, settlement, verdict, { ...next, inMs, spendsAttempt: false });
  }
  const failed = byClock ? { ...verdict, publicMessage: byClock } : verdict;
  const inMs = nextAttemptDelayMs(context.attempts + 1, gateway.random());
  if (inMs === null) return dead(tx, settlement, failed, "transient", true);
  return requeue(tx, settlement, failed, { ...next, inMs, spendsAttempt: true });
}

async function unknown(
  tx: TenantTransaction,
  settlement: Settlement,
  verdict: FailureVerdict,
  gateway: Gateway,
): Promise<PushOutcome> {
  const failureClass = verdict.class === "conflict" || verdict.class === "stale" ? verdict.class : "unknown";
  // The script refused this request for certain, so only an earlier one is waited for.
  const holdSeconds =
    failureClass === "unknown"
      ? gateway.holdSeconds
      : await earlierMayBeginForSeconds(tx, pushRefOf(settlement));
  const next = { holdSeconds, failureClass, error: errorOf(verdict) } as const;
  if (!(await settleUnknown(tx, pushRefOf(settlement), next))) return settledElsewhere;
  await closeReceipt(tx, settlement, { status: "unknown", response: responseOf(verdict) });
  const details = { code: verdict.code, class: failureClass, hold_seconds: holdSeconds };
  await recordSettlement(tx, settlement, "push", "push.unknown", details);
  return { outcome: "unknown", retryInMs: holdSeconds * 1000, because: verdict.publicMessage };
}

async function stale(
  tx: TenantTransaction,
  settlement: Settlement,
  verdict: Extract<FailureVerdict, { class: "stale" }>,
  gateway: Gateway,
): Promise<PushOutcome> {
  // An earlier request may still be written: the probe after it decides.
  if ((await earlierMayBeginForSeconds(tx, pushRefOf(settlement))) > 0)
    return unknown(tx, settlement, verdict, gateway);
  const end = { error: errorOf(verdict), seal: sealStale(settlement) };
  if (!(await settleStale(tx, pushRefOf(settlement), end))) return settledElsewhere;
  await closeReceipt(tx, settlement, { status: "stale", response: responseOf(verdict) });
  await endAsStale(tx, settlement, "push", { reason: verdict.reason, live: verdict.live });
  return { outcome: "stale" };
}

async function laneHalted(
  tx: TenantTransaction,
  settlement: Settlement,
  verdict: FailureVerdict,
): Promise<PushOutcome> {
  const { actionId, actionType } = settlement.context;
  const { code, publicMessage: message } = verdict;
  const inMs = LANE_PROBE_SECONDS * 1000;
  const next = { inMs, spendsAttempt: false, failureClass: "lane_halt" };
  const result = await requeue(tx, settlement, verdict, next);
  // Not before the fence has held: a sender that lost its lease does not stop the account.
  if (result.outcome !== "requeued") return result;
  await stopLane(tx, settlement.tenantId, { code, message, actionId, actionType });
  return { outcome: "lane_halted", retryInMs: inMs, because: message };
}

async function requeue(
  tx: TenantTransaction,
  settlement: Settlement,
  verdict: FailureVerdict,
  { inARow, ...next }: { inMs: number; spendsAttempt: boolean; failureClass: string; inARow?: number },
): Promise<PushOutcome> {
  const failed = failureOf(settlement, verdict, next.failureClass);
  const error = { ...failed, ...(inARow === undefined ? {} : { in_a_row: inARow }) };
  if (!(await settleRequeued(tx, pushRefOf(settlement), { ...next, error }))) return settledElsewhere;
  await recordSettlement(tx, settlement, "push", "push.requeued", {
    code: verdict.code,
    class: next.failureClass,
    in_ms: next.inMs,
    spends_attempt: next.spendsAttempt,
  });
  return { outcome: "requeued", retryInMs: next.inMs, because: verdict.publicMessage };
}

function failureOf({ tenantId, context, fence }: Settlement, verdict: FailureVerdict, failureClass: string) {
  const error = errorOf(verdict);
  const { pushId } = context;
  const seal = sealFailure({ tenantId, pushId, leaseAttempt: fence.attempt, failureClass, code: error.code });
  return { ...error, seal };
}

async function dead(
  tx: TenantTransaction,
  settlement: Settlement,
  verdict: FailureVerdict,
  failureClass: "terminal" | "transient",
  spendsAttempt: boolean,
): Promise<PushOutcome> {
  const cause = { spendsAttempt, failureClass, error: failureOf(settlement, verdict, failureClass) };
  if (!(await settleDead(tx, pushRefOf(settlement), cause))) return settledElsewhere;
  await closeReceipt(tx, settlement, { status: "failed", response: responseOf(verdict) });
  const details = { code: verdict.code, class: failureClass, attempts_max: PUSH_ATTEMPTS_MAX };
  await recordSettlement(tx, settlement, "push", "push.dead", details);
  return { outcome: "dead" };
}
