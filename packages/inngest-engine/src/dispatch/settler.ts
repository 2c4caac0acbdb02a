import { createBatcher } from "../batcher";
import { settlementsPerBatchMax } from "../limits";
import { type Log, messageOf } from "../log";
import { type Probe, noProbe } from "../probe";
import { type Completion, completeRuns } from "../store/complete";
import type { Db, Queryable } from "../store/connection";
import { type Settled, applySettlement } from "../store/settle";

interface Options {
  db: Db;
  epoch: number;
  now: () => number;
  log: Log;
  probe: Probe;
}

export type Outcome = "applied" | "stale";

/**
 * Writes settlements. Most answers end a run of which nothing else is open: those that arrive while one statement is
 * under way go together in the next. Every other one, and whatever that statement leaves out, is a transaction.
 */
export function createSettler(options: Options): (settled: Settled) => Promise<Outcome> {
  const { db, epoch, now, log, probe } = options;
  const beforeCommit = (): void | Promise<void> => probe("settling");
  const alone = (settled: Settled): Promise<Outcome> =>
    applySettlement(db, { ...settled, epoch, now: new Date(now()), beforeCommit });
  const together = createBatcher<Completion, boolean>(async (completions) => {
    const write = (on: Queryable) => completeRuns(on, completions, { epoch, now: new Date(now()) });
    const written =
      probe === noProbe
        ? await write(db)
        : await db.begin(async (tx) => {
            const ended = await write(tx);
            await beforeCommit();
            return ended;
          });
    return completions.map(({ job }) => written.has(job.id));
  }, settlementsPerBatchMax);
  return async (settled) => {
    const completion = completionOf(settled);
    if (!completion) return await alone(settled);
    const isWritten = await together.add(completion).catch((error: unknown) => {
      // One that cannot be stored must not keep the others from it.
      log("warn", "cannot end runs together", { problem: messageOf(error) });
      return false;
    });
    return isWritten ? "applied" : await alone(settled);
  };
}

function completionOf({ job, settlement, call }: Settled): Completion | null {
  if (settlement.kind !== "completed" || settlement.changes.length > 0 || call === null) return null;
  return { job, output: settlement.output, call };
}
