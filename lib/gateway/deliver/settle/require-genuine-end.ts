import { inTenant } from "@/db/client";
import { isLaneOpen } from "@/db/queries/pushes/lanes";
import { listSentPushes, sealEnds } from "@/db/queries/pushes/lines";
import { readPushContext } from "@/db/queries/pushes/pushes";
import { AppError } from "@/lib/core/errors";
import { type PushStatus, goesByLane } from "@/lib/core/push/push";
import { type WriteRequest, probeOf } from "@/lib/destinations/requests";
import type { Gateway } from "@/lib/gateway/context";
import { isGenuineEnd, sealUnwrittenEnd } from "@/lib/gateway/ledger/seals/unwritten-seal";
import { probeOfPush } from "@/lib/gateway/netsuite-accounts";
import { log } from "@/lib/log";
import { findingOf } from "./probe-push";

/**
 * Before an action that ended without a write is proposed once more: every write of it that left was ended by this app, or
 * NetSuite says that it was not made. Whoever holds the database could otherwise call a write stale or cancelled that is on
 * its way, and a person would have it made twice. No transaction is open.
 * @throws AppError may_be_written 409.
 */
export const requireGenuineEnd = (tenantId: number, actionId: number, gateway: Gateway): Promise<void> =>
  requireGenuine(tenantId, actionId, () => true, gateway);

/** The same of an action that goes on, for those of its writes that are said to have ended. */
export const requireNoForgedEnd = (tenantId: number, actionId: number, gateway: Gateway): Promise<void> =>
  requireGenuine(tenantId, actionId, isUnwrittenEnd, gateway);

const isUnwrittenEnd = (status: PushStatus) => status === "stale" || status === "cancelled";

async function requireGenuine(
  tenantId: number,
  actionId: number,
  asksAbout: (status: PushStatus) => boolean,
  gateway: Gateway,
): Promise<void> {
  const sent = await inTenant(gateway.database, tenantId, (tx) =>
    listSentPushes(tx, tenantId, actionId, gateway),
  );
  const isGenuine = ({ id: pushId, ...push }: (typeof sent)[number]) =>
    isGenuineEnd(tenantId, { actionId, pushId, ...push });
  const doubtful = sent.filter((push) => asksAbout(push.status) && !isGenuine(push));
  if (doubtful.length === 0) return;
  log.error(
    { tenantId, actionId, pushIds: doubtful.map(({ id }) => id) },
    "Writes that were sent ended without the app's seal: NetSuite is asked first",
  );
  // A request may still be on its way, whatever the row says of its times.
  const waitSeconds = Math.max(...doubtful.map(({ provableInSeconds }) => provableInSeconds));
  if (waitSeconds > 0) throw notProvable(waitSeconds);
  const laneOpen = await inTenant(gateway.database, tenantId, (tx) => isLaneOpen(tx, tenantId));
  for (const { id, destination } of doubtful) {
    if (!laneOpen && goesByLane(destination)) throw notProvable(0);
    await requireUnwrittenPush(tenantId, id, gateway);
  }
  await sealAll(tenantId, actionId, doubtful, gateway);
}

/** NetSuite has none of them: these ends are the app's own from now on. */
async function sealAll(
  tenantId: number,
  actionId: number,
  pushes: readonly { id: number; payloadHash: string; status: PushStatus }[],
  gateway: Gateway,
): Promise<void> {
  const seals = pushes.flatMap(({ id, payloadHash, status }) =>
    status === "stale" || status === "cancelled"
      ? [{ id, seal: sealUnwrittenEnd({ tenantId, actionId, pushId: id, payloadHash, status }) }]
      : [],
  );
  if (seals.length > 0) await inTenant(gateway.database, tenantId, (tx) => sealEnds(tx, tenantId, seals));
}

async function requireUnwrittenPush(tenantId: number, pushId: number, gateway: Gateway): Promise<void> {
  const context = await inTenant(gateway.database, tenantId, (tx) => readPushContext(tx, tenantId, pushId));
  if (!context) throw notProvable(0);
  const answer = await probeOfPush(gateway, tenantId, context)(probeOf(context.requestJson as WriteRequest));
  if (answer.class === "applied")
    throw new AppError(
      "may_be_written",
      "NetSuite holds this write already, although it ended here as unwritten. Do not propose it again, and ask an administrator to verify the ledger.",
      { members: { delivery: "maybe_written" } },
    );
  const finding = findingOf(answer);
  if (finding === null || finding === "unanswerable") throw notProvable(0);
}

function notProvable(waitSeconds: number): AppError {
  const minutes = Math.ceil(waitSeconds / 60);
  const when =
    minutes > 0 ? `in ${minutes} ${minutes === 1 ? "minute" : "minutes"}` : "once NetSuite answers";
  return new AppError(
    "may_be_written",
    `It was sent before, and it is not yet certain that nothing was written. Try again ${when}.`,
    { members: { delivery: "maybe_written" } },
  );
}
