import { inTenant } from "@/db/client";
import { bySystem } from "@/db/queries/ledger/events";
import { lockPushes, putBack } from "@/db/queries/pushes/lines";
import { requestDelivery } from "@/db/queries/pushes/push-delivery";
import { isLaneOpen } from "@/db/queries/pushes/lanes";
import { readPushContext } from "@/db/queries/pushes/pushes";
import {
  type DoubtfulPush,
  listDoubtfulPushes,
  markProvedUnwritten,
  putOffNextTry,
} from "@/db/queries/pushes/sent-pushes";
import { AppError } from "@/lib/core/errors";
import { goesByLane } from "@/lib/core/push/push";
import { probeOfPush } from "@/lib/gateway/netsuite-accounts";
import { type WriteRequest, probeOf } from "@/lib/destinations/requests";
import { afterCommit } from "@/lib/gateway/after-commit";
import type { Gateway } from "@/lib/gateway/context";
import { isGenuineFailure } from "@/lib/gateway/ledger/seals/failure-seal";
import { appendSealedEvent } from "@/lib/gateway/ledger/seals/sealed-event";
import { findingOf } from "./probe-push";
import { requireNoForgedEnd } from "./require-genuine-end";

/** Probes at the same time; each takes a place among the requests in flight. */
const probesAtOnce = 3;
/** A person waits for the answers. A line that is not asked about by then counts as unanswered. */
const ASKING_MS_MAX = 20_000;

/** How many writes stand against an end. */
export interface Doubts {
  written: number;
  /** It is not certain that they were not written. */
  unproven: number;
  /** After this time a probe can prove these unwritten. 0: no answer says when. */
  provableInSeconds: number;
}

/**
 * The doubts of `resolveDoubts` as a refusal, for whoever ends the action as a whole.
 * @throws AppError may_be_written 409 where something was written, or nobody can say.
 */
export async function requireUnwritten(tenantId: number, actionId: number, gateway: Gateway): Promise<void> {
  const doubts = await resolveDoubts(tenantId, actionId, gateway);
  if (doubts.written + doubts.unproven > 0) throw refusalOf(doubts);
  await requireNoForgedEnd(tenantId, actionId, gateway);
}

/** The doubts in words, for a person who wanted to end what is left. */
export function refusalOf({ written, provableInSeconds }: Doubts): AppError {
  const minutes = provableInSeconds > 0 ? Math.ceil(provableInSeconds / 60) : 2;
  const why =
    written > 0
      ? "NetSuite holds this write already, although its answer said otherwise. It is being recorded as applied; you can undo it afterwards."
      : `It was sent before, and it is not yet certain that nothing was written. Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`;
  return new AppError("may_be_written", why, { members: { delivery: "maybe_written" } });
}

/**
 * Asks about every write of an action that left at some time and waits again or gave up, whatever its answer said: a 429, a
 * redirect or a refusal may come after the commit. To be called before a person ends what is left, outside any transaction.
 * A write that is found is put back, so that its next try records it as applied. A halted lane is not asked. Returns what
 * stands against an end, after `limitMs` at the latest.
 */
export async function resolveDoubts(
  tenantId: number,
  actionId: number,
  gateway: Gateway,
  limitMs = ASKING_MS_MAX,
): Promise<Doubts> {
  const { doubtful, laneOpen } = await inTenant(gateway.database, tenantId, async (tx) => ({
    doubtful: await listDoubtfulPushes(tx, tenantId, actionId),
    laneOpen: await isLaneOpen(tx, tenantId),
  }));
  const toAsk = doubtful.filter(({ destination }) => laneOpen || !goesByLane(destination));
  const findings = await askWithin(limitMs, tenantId, toAsk, gateway);
  const idsOf = (wanted: Finding["kind"]) =>
    [...findings].flatMap(([id, { kind }]) => (kind === wanted ? [id] : []));
  const written = idsOf("written");
  if (written.length > 0) await recordWritten(tenantId, actionId, written, gateway);
  return {
    written: written.length,
    unproven: doubtful.length - written.length - idsOf("unwritten").length,
    provableInSeconds: Math.max(
      0,
      ...[...findings.values()].map((finding) => finding.provableInSeconds ?? 0),
    ),
  };
}

/** `unproven`: an answer that does not rule the write out. */
interface Finding {
  kind: "written" | "unwritten" | "unproven" | "unanswered";
  provableInSeconds?: number;
}

/** The findings so far, by push, when all were asked about, one got no answer, or the time is over. */
async function askWithin(
  limitMs: number,
  tenantId: number,
  pushes: readonly DoubtfulPush[],
  gateway: Gateway,
): Promise<Map<number, Finding>> {
  const findings = new Map<number, Finding>();
  const isOver = AbortSignal.timeout(limitMs);
  const over = new Promise<void>((resolve) => isOver.addEventListener("abort", () => resolve()));
  const askAll = async () => {
    for (let start = 0; start < pushes.length && !isOver.aborted; start += probesAtOnce) {
      const part = pushes.slice(start, start + probesAtOnce);
      const ask = async (push: DoubtfulPush) =>
        void findings.set(push.id, await askAbout(tenantId, push, gateway));
      await Promise.all(part.map(ask));
      // An account that does not answer one probe would keep the person waiting for each of the others.
      if (part.some(({ id }) => findings.get(id)?.kind === "unanswered")) return;
    }
  };
  await Promise.race([askAll(), over]);
  // Without the answers that come later.
  return new Map(findings);
}

async function askAbout(tenantId: number, push: DoubtfulPush, gateway: Gateway): Promise<Finding> {
  const context = await inTenant(gateway.database, tenantId, (tx) => readPushContext(tx, tenantId, push.id));
  if (!context) return { kind: "unproven" };
  const probe = probeOfPush(gateway, tenantId, context);
  const answer = await probe(probeOf(context.requestJson as WriteRequest));
  if (answer.class === "applied") return { kind: "written" };
  const finding = findingOf(answer);
  if (finding === null) return { kind: "unanswered" };
  if (finding !== "unwritten") return { kind: "unproven" };
  // Begun and not finished: the script may be inside its save.
  const hasBegun = answer.class === "started";
  const savesForSeconds = hasBegun ? gateway.holdSeconds : 0;
  const mayBeginForSeconds = whileItMayBegin(tenantId, push);
  const provableInSeconds =
    mayBeginForSeconds === null ? 0 : Math.max(0, Math.ceil(mayBeginForSeconds + savesForSeconds));
  if (provableInSeconds > 0) {
    await inTenant(gateway.database, tenantId, (tx) => putOffNextTry(tx, tenantId, push, savesForSeconds));
    return { kind: "unproven", provableInSeconds };
  }
  const isMarked = await inTenant(gateway.database, tenantId, (tx) =>
    markProvedUnwritten(tx, tenantId, push),
  );
  return { kind: isMarked ? "unwritten" : "unproven" };
}

/** An answer after which no copy can begin counts where this app got it: a row says whatever somebody wrote there. */
function whileItMayBegin(tenantId: number, push: DoubtfulPush): number | null {
  const { id: pushId, leaseAttempt, failureClass, code, seal } = push;
  const isOurs =
    failureClass !== null &&
    code !== null &&
    isGenuineFailure({ tenantId, pushId, leaseAttempt, failureClass, code }, seal);
  return isOurs ? push.mayBeginForSeconds : push.mayBeginAtMostForSeconds;
}

/** The next try finds the write made by its key, and settles it as applied. */
async function recordWritten(
  tenantId: number,
  actionId: number,
  pushIds: readonly number[],
  gateway: Gateway,
): Promise<void> {
  await inTenant(gateway.database, tenantId, async (tx) => {
    await lockPushes(tx, tenantId, actionId);
    const found = await putBack(tx, tenantId, pushIds, "probe");
    const [first] = found;
    if (!first) return;
    await appendSealedEvent(tx, {
      ...bySystem(tenantId, "probe"),
      actionId,
      type: "push.found_written",
      details: { push_id: first.id, push_ids: found.map(({ id }) => id), count: pushIds.length },
    });
    await requestDelivery(tx, tenantId, first.id);
  });
  afterCommit(gateway, tenantId);
}
