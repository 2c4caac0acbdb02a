/** This room delivers approved writes exactly once: send, settle, repair. */

import { inTenantPrepared } from "@/db/client";
import { readProgress } from "@/db/queries/pushes/lines";
import { type LineCounts, waitingLines } from "@/lib/core/push/lines";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import type { PushFacts } from "./push-facts";
import { pushLine, pushLineWithFacts } from "./push-line";
import { readDueLines, takeAhead } from "./read-ahead";
import type { PushOutcome } from "./settle/settlement";

/** Limits of one call, so that a long action never holds a worker for long and other pushes get their turn. */
export const DELIVERY_LIMITS = {
  /** Lines on different records under way at once; less than the account's share, so that other actions get through. */
  parallelMax: 4,
  linesPerCallMax: 200,
  msPerCallMax: 15_000,
  /** Lines that fall due within this time of one another are sent in one call. */
  retryInMsMin: 2_000,
};

export interface DeliveryProgress {
  /** All zero: there is no such push. */
  lines: LineCounts;
  /** Lines that this call tried. */
  tried: number;
  /** Call again then; 0: at once. Null: another call does nothing more. */
  retryInMs: number | null;
  /** True: the next call must come at just that time, because somebody waits for it. */
  isExact?: true;
  /** The reason why the rest waits; null where nothing is left to do. */
  because: string | null;
}

/** Beyond the grace, so that its end is over for certain when the next call comes. */
const graceMarginMs = 5;

/**
 * Sends all that is due of the action that a push belongs to, line by line: lines on one record in their order, several
 * records at once. Each line has its own lease, verdict and receipt. Safe to call at any time, by anybody, twice at once,
 * and again after a crash at any point. An open failure of one line stops the lines after it on the same record, no others.
 */
export async function pushAction(
  tenantId: number,
  pushId: number,
  gateway: Gateway = getGateway(),
): Promise<DeliveryProgress> {
  const { due, only } =
    (await takeAhead(tenantId, pushId, gateway)) ?? (await readDueLines(tenantId, pushId, gateway));
  const turn: Turn = {
    tenantId,
    gateway,
    chains: chainsOf(due),
    only,
    left: DELIVERY_LIMITS.linesPerCallMax,
    tried: 0,
    endsAt: gateway.clock.now().getTime() + DELIVERY_LIMITS.msPerCallMax,
    isCutOff: false,
    halted: null,
    waits: [],
  };
  await workTogether(turn);
  const { lines, nextDueMs, graceMs } = await inTenantPrepared(gateway.database.delivering, tenantId, (tx) =>
    readProgress(tx, tenantId, pushId),
  );
  if (graceMs !== null) {
    const retryInMs = Math.ceil(graceMs) + graceMarginMs;
    const because = "its approval can still be taken back";
    return { lines, tried: turn.tried, retryInMs, isExact: true, because };
  }
  return { lines, tried: turn.tried, ...whenAgain(turn, lines, nextDueMs) };
}

interface Turn {
  tenantId: number;
  gateway: Gateway;
  /** Lines that nobody works at yet, by record. */
  chains: number[][];
  /** The facts of the only due line, where that is the one asked for. */
  only: PushFacts | null;
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

function chainsOf(due: readonly { id: number; turn: string }[]): number[][] {
  const chains = new Map<string, number[]>();
  for (const { id, turn } of due) chains.set(turn, [...(chains.get(turn) ?? []), id]);
  return [...chains.values()];
}

/** A fault ends the call once every line under way has ended, so that nothing goes on behind its back. */
async function workTogether(turn: Turn): Promise<void> {
  const workers = Array.from({ length: DELIVERY_LIMITS.parallelMax }, () =>
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
      const result = turn.only
        ? await pushLineWithFacts(turn.tenantId, turn.only, turn.gateway)
        : await pushLine(turn.tenantId, pushId, turn.gateway);
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
): Pick<DeliveryProgress, "retryInMs" | "because"> {
  if (waitingLines(lines) === 0) return { retryInMs: null, because: null };
  if (turn.halted) return { retryInMs: turn.halted.retryInMs, because: turn.halted.because };
  if (turn.isCutOff) return { retryInMs: 0, because: "this call had done its share" };
  const waits = turn.waits.filter((wait) => wait.retryInMs !== null);
  const soonest = Math.min(
    ...[...waits.map((wait) => wait.retryInMs), nextDueMs].filter((ms) => ms !== null),
  );
  const because = waits[0]?.because ?? "the next line is not due yet";
  // Only a refusal that wrote nothing may be repeated at once, and each repetition spends an attempt. Whatever waits for
  // something else is asked after a pause, so that a job never turns in circles.
  if (waits.some((wait) => wait.outcome === "requeued" && wait.retryInMs === 0))
    return { retryInMs: 0, because };
  const isKnown = Number.isFinite(soonest);
  return { retryInMs: Math.max(DELIVERY_LIMITS.retryInMsMin, isKnown ? soonest : 0), because };
}
