/** This room holds the workers: they lease steps by turns, run them and settle them, and tidy up after runs. */

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { leaseSteps, nextStepInMs, rescueSteps } from "@/db/queries/workflows/steps";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { LEASE_SECONDS, runStep } from "./run-step";

export interface WorkOptions {
  /** Of this call alone, whatever process makes the next one. Absent: a new one. */
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

/** By failures, in seconds: when a step is tried again whose worker went away. The lease's time has passed already. */
const RESCUE_DELAYS_SECONDS = [0, 5, 30, 120, 600];
const RESCUED_MAX = 200;
/** While other workers hold the lanes of what is due. */
const BUSY_MS = 20;

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
  let count = 0;
  const isOver = () => performance.now() >= endsAt || (signal?.aborted ?? false);
  while (!isOver()) {
    const free = parallel - running.size;
    if (free === 0) {
      await Promise.race(running);
      continue;
    }
    // A step that is being settled may make others ready after the lease looked.
    const wasIdle = running.size === 0;
    await rescueSteps(gateway.database, RESCUE_DELAYS_SECONDS, RESCUED_MAX);
    const leased = await leaseSteps(gateway.database, { owner, count: free, seconds: leaseSeconds });
    count += leased.length;
    for (const step of leased) {
      const run = runStep(step, { owner, gateway, leaseSeconds }).finally(() => running.delete(run));
      running.add(run);
    }
    if (leased.length > 0) continue;
    const waitMs = await nextStepInMs(gateway.database);
    if (wasIdle && (waitMs === null || waitMs > Math.min(patienceMs, endsAt - performance.now()))) break;
    const pauseMs = Math.max(BUSY_MS, Math.min(waitMs ?? Infinity, endsAt - performance.now(), 1_000));
    await Promise.race([
      ...running,
      sleep(pauseMs, undefined, signal ? { signal, ref: false } : {}).catch(() => {}),
    ]);
  }
  await Promise.all(running);
  return count;
}
