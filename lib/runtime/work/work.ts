/** The workers: they lease steps by turns, run them and settle them, and tidy up after runs. */

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { nextStepInMs, rescueSteps } from "@/db/queries/workflows/steps";
import { type StepSettlement, takeTurn } from "@/db/queries/workflows/turns";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { LEASE_SECONDS, RESCUE_DELAYS_SECONDS } from "@/lib/core/run/run";
import { runStep } from "./run-step";
import { GATHER_MS, gatherSettlements, settleAlone } from "./carrier";

export interface WorkOptions {
  /** The lease owner of this call alone. Absent: a new one. */
  owner?: string;
  /** Steps at once. */
  parallel: number;
  /** After this time no further step is leased; those that run are finished. */
  forMs: number;
  /** How long it waits for a step that is due later. Absent: until its time is over. */
  patienceMs?: number;
  leaseSeconds?: number;
  signal?: AbortSignal;
}

const RESCUED_MAX = 200;
/** While other workers hold the lanes of what is due. */
const BUSY_MS = 20;
const RESCUE_EVERY_MS = 1_000;

/**
 * Takes turns until nothing is due that a worker could wait for, or the time is over: lease, run, settle. Returns how many steps
 * it ran.
 */
export async function work(options: WorkOptions, gateway: Gateway = getGateway()): Promise<number> {
  const {
    owner = randomUUID(),
    parallel,
    forMs,
    patienceMs = forMs,
    signal,
    leaseSeconds = LEASE_SECONDS,
  } = options;
  const endsAt = performance.now() + forMs;
  const running = new Set<Promise<unknown>>();
  // While one group is with the database, the other is with the worker.
  const groupMax = Math.ceil(parallel / 2);
  let count = 0;
  let rescueAt = 0;
  /** Places for steps that were asked for, and that have not come yet. */
  let promised = 0;
  const places = () => parallel - running.size - promised;
  const isOver = () => performance.now() >= endsAt || (signal?.aborted ?? false);
  const pause = (ms: number) => sleep(ms, undefined, signal ? { signal, ref: false } : {}).catch(() => {});
  /** Settles, and asks in the same statement for as many steps as have a place then. */
  const turn = async (settled: readonly StepSettlement[], askedMax = groupMax) => {
    const asked = Math.max(0, Math.min(places() + settled.length, askedMax));
    const further = Math.max(0, asked - settled.length);
    promised += further;
    const taken = await takeTurn(gateway.database, {
      owner,
      settled,
      count: asked,
      seconds: leaseSeconds,
    }).finally(() => (promised -= further));
    for (const step of taken.leased) {
      const { settle, leave } = begin();
      const run = runStep(step, { owner, gateway, leaseSeconds, settle }).finally(() => {
        leave();
        running.delete(run);
      });
      running.add(run);
    }
    count += taken.leased.length;
    return taken;
  };
  const begin = gatherSettlements({
    alone: settleAlone(gateway.database, owner),
    together: async (group) => (await turn(group, isOver() ? 0 : groupMax)).statuses,
    groupMax,
  });
  while (!isOver()) {
    if (performance.now() >= rescueAt) {
      await rescueSteps(gateway.database, RESCUE_DELAYS_SECONDS, RESCUED_MAX);
      rescueAt = performance.now() + RESCUE_EVERY_MS;
    }
    if (places() <= 0) {
      await Promise.race(running);
      // Others end at about the same time: one lease serves all of them.
      if (places() > 0 && places() < groupMax) await pause(GATHER_MS);
      continue;
    }
    // A step that is being settled alone may make others ready after the lease looked.
    const wasIdle = running.size === 0;
    const { leased } = await turn([]);
    if (leased.length > 0) continue;
    if (!wasIdle) {
      await Promise.race([...running, pause(RESCUE_EVERY_MS)]);
      continue;
    }
    const waitMs = await nextStepInMs(gateway.database);
    if (waitMs === null || waitMs > Math.min(patienceMs, endsAt - performance.now())) break;
    await pause(Math.max(BUSY_MS, Math.min(waitMs, endsAt - performance.now(), RESCUE_EVERY_MS)));
  }
  await Promise.all(running);
  return count;
}
