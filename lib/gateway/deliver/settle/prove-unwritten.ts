import { inTenant } from "@/db/client";
import { appendEvent, bySystem } from "@/db/queries/ledger/events";
import { lockPushes, putBack } from "@/db/queries/pushes/lines";
import { requestDelivery } from "@/db/queries/pushes/push-delivery";
import { readPushContext } from "@/db/queries/pushes/pushes";
import { type DoubtfulPush, listDoubtfulPushes, markProvedUnwritten } from "@/db/queries/pushes/sent-pushes";
import { AppError } from "@/lib/core/errors";
import { destinationFor } from "@/lib/destinations/destination";
import { type WriteRequest, probeOf } from "@/lib/destinations/requests";
import { afterCommit } from "@/lib/gateway/after-commit";
import type { Gateway } from "@/lib/gateway/context";
import { findingOf } from "./probe-push";

/** Probes at the same time; each takes a place among the requests in flight. */
const probesAtOnce = 3;

/**
 * The doubts of `resolveDoubts` as a refusal, for whoever ends the action as a whole.
 * @throws AppError may_be_written 409 where something was written, or nobody can say.
 */
export async function requireUnwritten(tenantId: number, actionId: number, gateway: Gateway): Promise<void> {
  const { written, unanswered } = await resolveDoubts(tenantId, actionId, gateway);
  if (written + unanswered === 0) return;
  const why =
    written > 0
      ? "NetSuite holds this write already, although it answered otherwise. It is being recorded as applied; undo it then."
      : "It was sent before, and NetSuite does not say now whether it was written. Try again when NetSuite answers.";
  throw new AppError("may_be_written", why, { members: { delivery: "maybe_written" } });
}

/**
 * Asks about every write of an action that left at some time and waits again or gave up, whatever its answer said: a 429, a
 * redirect or a refusal may come after the commit. To be called before a person ends what is left, outside any transaction.
 * A write that is found is put back, so that its next try records it as applied. Returns what stands against an end.
 */
export async function resolveDoubts(
  tenantId: number,
  actionId: number,
  gateway: Gateway,
): Promise<{ written: number; unanswered: number }> {
  const doubtful = await inTenant(gateway.database, tenantId, (tx) =>
    listDoubtfulPushes(tx, tenantId, actionId),
  );
  const written: number[] = [];
  let unanswered = 0;
  for (let start = 0; start < doubtful.length; start += probesAtOnce) {
    const part = doubtful.slice(start, start + probesAtOnce);
    const findings = await Promise.all(part.map((push) => askAbout(tenantId, push, gateway)));
    for (const [index, finding] of findings.entries()) {
      if (finding === "written") written.push(part[index]!.id);
      else if (finding === "unanswered") unanswered += 1;
    }
  }
  if (written.length > 0) await recordWritten(tenantId, actionId, written, gateway);
  return { written: written.length, unanswered };
}

async function askAbout(
  tenantId: number,
  push: DoubtfulPush,
  gateway: Gateway,
): Promise<"written" | "unwritten" | "unanswered"> {
  const context = await inTenant(gateway.database, tenantId, (tx) => readPushContext(tx, tenantId, push.id));
  if (!context) return "unanswered";
  const { probe } = destinationFor(gateway, tenantId, context.destination);
  const answer = await probe(probeOf(context.requestJson as WriteRequest));
  if (answer.class === "applied") return "written";
  if (findingOf(answer) !== "unwritten") return "unanswered";
  const isMarked = await inTenant(gateway.database, tenantId, (tx) =>
    markProvedUnwritten(tx, tenantId, push),
  );
  return isMarked ? "unwritten" : "unanswered";
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
    const [first] = await putBack(tx, tenantId, pushIds, "probe");
    if (!first) return;
    await appendEvent(tx, {
      ...bySystem(tenantId, "probe"),
      actionId,
      type: "push.found_written",
      details: { push_id: first.id, count: pushIds.length },
    });
    await requestDelivery(tx, tenantId, first.id);
  });
  afterCommit(gateway, tenantId);
}
