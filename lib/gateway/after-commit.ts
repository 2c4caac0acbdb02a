import { publishChange } from "@/db/changes";
import { describeError, log } from "@/lib/log";
import type { Gateway } from "./context";
import { dispatchOutbox } from "./dispatch-outbox";

/**
 * What follows a commit, off the caller's path: the outbox's fast path and the notice to waiting readers. Neither may
 * fail the verb: the sweep sends what stayed behind, and readers poll. Calls close together share one round.
 */
const rounds = new WeakMap<Gateway, Map<number, Promise<void>>>();
/** Every round that has not ended, also those that take no more commits. */
const underWay = new WeakMap<Gateway, Set<Promise<void>>>();

export function afterCommit(gateway: Gateway, tenantId: number): void {
  const running = rounds.get(gateway) ?? new Map<number, Promise<void>>();
  rounds.set(gateway, running);
  if (running.has(tenantId)) return;
  // One turn of the event loop gathers what commits together; from then on a new commit starts a new round.
  const round = new Promise<void>((resolve) => setImmediate(resolve)).then(async () => {
    running.delete(tenantId);
    // Neither waits for the other: the events are what the next step of an action waits for.
    await Promise.all([tellReaders(gateway, tenantId), dispatchNow(gateway, tenantId)]);
  });
  running.set(tenantId, round);
  const open = underWay.get(gateway) ?? new Set<Promise<void>>();
  underWay.set(gateway, open);
  open.add(round);
  void round.finally(() => open.delete(round));
}

/** Resolves when nothing that follows a commit is under way any more: for whoever must know that all is sent. */
export async function afterCommitsDone(gateway: Gateway): Promise<void> {
  for (;;) {
    const open = [...(underWay.get(gateway) ?? [])];
    if (open.length === 0) return;
    await Promise.all(open);
  }
}

async function tellReaders(gateway: Gateway, tenantId: number): Promise<void> {
  await publishChange(gateway.database, tenantId).catch((error: unknown) =>
    log.warn({ tenantId, error: describeError(error) }, "Readers were not told of a change; they poll"),
  );
}

async function dispatchNow(gateway: Gateway, tenantId: number): Promise<void> {
  if (!gateway.sendEvents) return;
  await dispatchOutbox(tenantId, gateway).catch((error: unknown) =>
    log.warn(
      { tenantId, error: describeError(error) },
      "The outbox's fast path failed; the sweep sends what is left",
    ),
  );
}
