import { inTenant } from "@/db/client";
import { countLines, findRollOfPush, listDueLines, readNextDueMs } from "@/db/queries/pushes/roll-lines";
import type { LineCounts } from "@/lib/core/push/roll";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { pushAction } from "./push-action";
import type { PushOutcome } from "./settle/settlement";

/** Of one call: bounded, so that a roll never holds a worker for long, and other pushes get their turn in between. */
export const ROLL_LIMITS = {
  /** Lines on different records under way at once; less than the account's share, so that single pushes get through. */
  parallelMax: 4,
  linesPerCallMax: 200,
  msPerCallMax: 15_000,
  /** What falls due within this time of one another is done in one call. */
  retryInMsMin: 2_000,
};

export interface RollOutcome {
  lines: LineCounts;
  /** Lines that this call tried. */
  tried: number;
  /** Call again then; 0: at once, the call had reached its limits. Null: nothing more is to be done by calling again. */
  retryInMs: number | null;
  /** What the rest waits for; null where nothing is left to do. */
  because: string | null;
}

/** The roll that a push is a line of; null for an action's only write. */
export async function rollOfPush(
  tenantId: number,
  pushId: number,
  gateway: Gateway = getGateway(),
): Promise<number | null> {
  return inTenant(gateway.database, tenantId, (tx) => findRollOfPush(tx, tenantId, pushId));
}

/**
 * Sends what is due of a roll, line by line: lines on one record in their order, several records at once. Each line has
 * its own lease, verdict and receipt, so that this is safe to call at any time, by anybody, twice at once, and again after
 * a crash at any point. One line's failure stops the lines after it on the same record while it is open, and no others.
 */
export async function pushRoll(
  tenantId: number,
  actionId: number,
  gateway: Gateway = getGateway(),
): Promise<RollOutcome> {
  const due = await inTenant(gateway.database, tenantId, (tx) => listDueLines(tx, tenantId, actionId));
  const turn: Turn = {
    tenantId,
    gateway,
    chains: chainsOf(due),
    left: ROLL_LIMITS.linesPerCallMax,
    tried: 0,
    endsAt: gateway.clock.now().getTime() + ROLL_LIMITS.msPerCallMax,
    isCutOff: false,
    halted: null,
    waits: [],
  };
  await workTogether(turn);
  return inTenant(gateway.database, tenantId, async (tx) => {
    const lines = await countLines(tx, tenantId, actionId);
    const { tried } = turn;
    const next = await readNextDueMs(tx, tenantId, actionId);
    return { lines, tried, ...whenAgain(turn, lines, next) };
  });
}

interface Turn {
  tenantId: number;
  gateway: Gateway;
  /** Lines that nobody works at yet, by record. */
  chains: number[][];
  left: number;
  tried: number;
  endsAt: number;
  /** The limits were reached with work left. */
  isCutOff: boolean;
  /** A switch or the lane stops every line alike. */
  halted: WaitingOutcome | null;
  waits: WaitingOutcome[];
}

type WaitingOutcome = Extract<PushOutcome, { retryInMs: number | null }>;

function chainsOf(due: readonly { id: number; recordKey: string }[]): number[][] {
  const chains = new Map<string, number[]>();
  for (const { id, recordKey } of due) {
    const chain = chains.get(recordKey);
    if (chain) chain.push(id);
    else chains.set(recordKey, [id]);
  }
  return [...chains.values()];
}

/** A fault ends the call once every line under way has ended, so that nothing goes on behind its back. */
async function workTogether(turn: Turn): Promise<void> {
  const workers = Array.from({ length: ROLL_LIMITS.parallelMax }, () =>
    work(turn).catch((error: unknown) => {
      turn.left = 0;
      throw error;
    }),
  );
  const fault = (await Promise.allSettled(workers)).find((end) => end.status === "rejected");
  if (fault) throw fault.reason;
}

async function work(turn: Turn): Promise<void> {
  for (let chain = turn.chains.shift(); chain; chain = turn.chains.shift()) {
    for (const pushId of chain) {
      if (turn.halted) return;
      if (turn.left === 0 || turn.gateway.clock.now().getTime() >= turn.endsAt) {
        turn.isCutOff = true;
        return;
      }
      turn.left -= 1;
      turn.tried += 1;
      const result = await pushAction(turn.tenantId, pushId, turn.gateway);
      if (!("retryInMs" in result)) continue;
      if (result.outcome === "halted" || result.outcome === "lane_halted") turn.halted = result;
      else turn.waits.push(result);
      break;
    }
  }
}

function whenAgain(
  turn: Turn,
  lines: LineCounts,
  nextDueMs: number | null,
): Pick<RollOutcome, "retryInMs" | "because"> {
  if (lines.queued + lines.pushing + lines.unknown === 0) return { retryInMs: null, because: null };
  if (turn.halted) return { retryInMs: turn.halted.retryInMs, because: turn.halted.because };
  if (turn.isCutOff) return { retryInMs: 0, because: "this call had done its share" };
  const waits = turn.waits.filter((wait) => wait.retryInMs !== null);
  const soonest = [...waits.map((wait) => wait.retryInMs!), ...(nextDueMs === null ? [] : [nextDueMs])];
  const retryInMs = Math.max(ROLL_LIMITS.retryInMsMin, soonest.length === 0 ? 0 : Math.min(...soonest));
  return { retryInMs, because: waits[0]?.because ?? "the next line is not due yet" };
}
