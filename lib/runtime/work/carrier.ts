import type { Pool } from "@/db/client";
import { type StepSettlement, settleStep } from "@/db/queries/workflows/turns";
import type { RunStatus } from "@/lib/core/run/run";
import { describeError, log } from "@/lib/log";

/** Others are done at about the same time. */
export const GATHER_MS = 2;

/** How a step's settlement goes to the database. The run's status; null: the lease was lost. */
export type Settle = (settling: StepSettlement) => Promise<RunStatus | null>;

export const settleAlone =
  (database: Pool, owner: string): Settle =>
  ({ tenant, step, attempt, to, said }) =>
    settleStep(database, tenant, { id: step, owner, attempt }, to, said);

interface Gathering {
  alone: Settle;
  /** Settles all of them or none. By the step's id, its run's status; null: the lease was lost. */
  together: (group: readonly StepSettlement[]) => Promise<Map<number, RunStatus | null>>;
  groupMax: number;
}

/** One step of a worker on its way. */
export interface Carried {
  settle: Settle;
  /** It is at work no more, settled or not. */
  leave: () => void;
}

interface Waiting {
  settling: StepSettlement;
  end: (status: Promise<RunStatus | null>) => void;
}

/**
 * A worker's steps that are done at about the same time are settled by one statement (docs/adr/0111). Where one of them spoils the
 * statement of all, each goes alone. Call the result for each step that begins.
 */
export function gatherSettlements({ alone, together, groupMax }: Gathering): () => Carried {
  let atWork = 0;
  let waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;
  const settleWaiting = async () => {
    clearTimeout(timer);
    timer = undefined;
    const group = waiting;
    waiting = [];
    const settled = await together(group.map(({ settling }) => settling)).catch((error: unknown) => {
      log.warn({ error: describeError(error) }, "Steps could not be settled together; each is settled alone");
      return null;
    });
    // Where the answer alone was lost, the fence refuses what is settled already.
    for (const { settling, end } of group)
      end(settled ? Promise.resolve(settled.get(settling.step) ?? null) : alone(settling));
  };
  const settleWhenGathered = () => {
    if (waiting.length === 0) return;
    if (atWork === 0 || waiting.length === groupMax) void settleWaiting();
    else timer ??= setTimeout(() => void settleWaiting(), GATHER_MS);
  };
  return () => {
    atWork += 1;
    let isAtWork = true;
    const leave = () => {
      if (!isAtWork) return;
      isAtWork = false;
      atWork -= 1;
      settleWhenGathered();
    };
    return {
      leave,
      settle: (settling) => {
        if (settling.run === null) {
          leave();
          return alone(settling);
        }
        const status = new Promise<RunStatus | null>((end) => {
          waiting.push({ settling, end });
        });
        leave();
        return status;
      },
    };
  };
}
