import { setTimeout as sleep } from "node:timers/promises";
import { publishChange } from "@/db/changes";
import { describeError, log } from "@/lib/log";
import type { Gateway } from "./context";
import { dispatchOutbox, sendRequest } from "./dispatch-outbox";

/**
 * Does the work after a commit without delaying the caller: it sends the outbox's events and notifies waiting viewers. Neither can
 * fail the verb, because the sweep sends remaining events and viewers poll. Calls close together share one round.
 */
const rounds = new WeakMap<Gateway, Map<number, Round>>();
/** All running rounds, including those that accept no more commits. */
const runningRounds = new WeakMap<Gateway, Set<Promise<void>>>();

interface Round {
  /** Requests of pushes that are being sent. */
  requests: Promise<Requested | null>[];
}
type Requested = Awaited<ReturnType<typeof sendRequest>>;

/** `ownPushId`: the push whose request the commit reserved for this process. It is sent now, before the caller continues. */
export function afterCommit(gateway: Gateway, tenantId: number, ownPushId: number | null = null): void {
  const open = rounds.get(gateway) ?? new Map<number, Round>();
  rounds.set(gateway, open);
  const joined = open.get(tenantId);
  const { requests } = joined ?? { requests: [] };
  if (ownPushId !== null && gateway.sendEvents) requests.push(requestNow(gateway, tenantId, ownPushId));
  if (joined) return;
  open.set(tenantId, { requests });
  // One turn of the event loop collects simultaneous commits. A later commit starts a new round.
  const round = new Promise<void>((resolve) => setImmediate(resolve)).then(async () => {
    open.delete(tenantId);
    // In parallel, because an action's next step waits for the events.
    await Promise.all([notifyViewers(gateway, tenantId), dispatchNow(gateway, tenantId, requests)]);
  });
  keepRunning(gateway, round);
}

function keepRunning(gateway: Gateway, round: Promise<void>): void {
  const running = runningRounds.get(gateway) ?? new Set<Promise<void>>();
  runningRounds.set(gateway, running);
  running.add(round);
  void round.finally(() => running.delete(round));
}

/** How long changes that nobody acts upon are collected: a notification takes a lock that every commit of the database waits for. */
const GATHERED_MS = 200;
const gathering = new WeakMap<Gateway, Set<number>>();

/** For a commit that wrote nothing to the outbox and that viewers may see a moment later. */
export function afterSmallCommit(gateway: Gateway, tenantId: number): void {
  const gathered = gathering.get(gateway) ?? new Set<number>();
  gathering.set(gateway, gathered);
  if (gathered.has(tenantId)) return;
  gathered.add(tenantId);
  const round = sleep(GATHERED_MS).then(() => {
    gathered.delete(tenantId);
    return notifyViewers(gateway, tenantId);
  });
  keepRunning(gateway, round);
}

/** Resolves when no round is running any more, so that all events are sent. */
export async function afterCommitsDone(gateway: Gateway): Promise<void> {
  for (;;) {
    const running = [...(runningRounds.get(gateway) ?? [])];
    if (running.length === 0) return;
    await Promise.all(running);
  }
}

async function notifyViewers(gateway: Gateway, tenantId: number): Promise<void> {
  await publishChange(gateway.database, tenantId).catch((error: unknown) =>
    log.warn({ tenantId, error: describeError(error) }, "Viewers were not notified of a change; they poll"),
  );
}

/** Null: the engine did not accept the request. */
const requestNow = (gateway: Gateway, tenantId: number, pushId: number): Promise<Requested | null> =>
  sendRequest(tenantId, pushId, gateway).catch((error: unknown) => {
    log.warn(
      { tenantId, pushId, error: describeError(error) },
      "A push could not be requested; the sweep sends its request",
    );
    return null;
  });

async function dispatchNow(gateway: Gateway, tenantId: number, requests: Round["requests"]): Promise<void> {
  if (!gateway.sendEvents) return;
  const requested = (await Promise.all(requests)).filter((request) => request !== null);
  await dispatchOutbox(tenantId, gateway, requested).catch((error: unknown) =>
    log.warn(
      { tenantId, error: describeError(error) },
      "The outbox's fast path failed; the sweep sends the remaining events",
    ),
  );
}
