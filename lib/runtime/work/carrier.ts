import type { Pool } from "@/db/client";
import {
  type LeasedStep,
  type LoadedRow,
  type Settling,
  loadHeldStep,
  loadHeldSteps,
  settleStep,
  settleSteps,
} from "@/db/queries/workflows/steps";
import type { RunStatus } from "@/lib/core/run/run";
import { describeError, log } from "@/lib/log";

/** Others of a group are done at about the same time. */
export const GATHER_MS = 2;

/** How a step goes to the database. */
export interface Carrier {
  /** Null: its run is paused, cancelled or over. */
  load: (leased: LeasedStep) => Promise<LoadedRow | null>;
  /** The run's status. Null: the lease was lost. */
  settle: (settling: Settling) => Promise<RunStatus | null>;
}

export function carryAlone(database: Pool, owner: string): Carrier {
  return {
    load: (step) => loadHeldStep(database, step),
    settle: ({ tenant, step, attempt, to, said }) =>
      settleStep(database, tenant, { id: step, owner, attempt }, to, said),
  };
}

interface Waiting {
  settling: Settling;
  end: (status: Promise<RunStatus | null>) => void;
}

/**
 * Steps that were leased at once are loaded by one statement, and those of them that are done at about the same time settled by one
 * (docs/adr/0111). Where one of them spoils the statement of all, each goes alone.
 */
export function carryTogether(database: Pool, owner: string, leased: readonly LeasedStep[]): Carrier {
  const alone = carryAlone(database, owner);
  if (leased.length < 2) return alone;
  const loading = loadHeldSteps(database, leased).catch((error: unknown) => {
    log.warn({ error: describeError(error) }, "Steps could not be loaded together; each is loaded alone");
    return new Map<number, LoadedRow>();
  });
  let atWork = leased.length;
  let waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;
  const settleWaiting = async () => {
    clearTimeout(timer);
    timer = undefined;
    const group = waiting;
    waiting = [];
    atWork -= group.length;
    const settled = await settleSteps(
      database,
      owner,
      group.map(({ settling }) => settling),
    ).catch((error: unknown) => {
      log.warn({ error: describeError(error) }, "Steps could not be settled together; each is settled alone");
      return null;
    });
    // Where the answer alone was lost, the fence refuses what is settled already.
    for (const { settling, end } of group)
      end(settled ? Promise.resolve(settled.get(settling.step) ?? null) : alone.settle(settling));
  };
  const settleWhenGathered = () => {
    if (waiting.length === 0) return;
    if (waiting.length === atWork) void settleWaiting();
    else timer ??= setTimeout(() => void settleWaiting(), GATHER_MS);
  };
  return {
    load: async (step) => (await loading).get(step.id) ?? alone.load(step),
    settle: (settling) => {
      if (settling.run !== null)
        return new Promise((resolve) => {
          waiting.push({ settling, end: resolve });
          settleWhenGathered();
        });
      atWork -= 1;
      settleWhenGathered();
      return alone.settle(settling);
    },
  };
}
