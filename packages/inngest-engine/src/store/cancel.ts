import type { Db } from "./connection";
import { endRun } from "./run-end";
import type { RunStatus } from "./runs";

export type CancelOutcome =
  { kind: "cancelled"; functionId: string } | { kind: "ended"; status: RunStatus } | { kind: "unknown" };

/** Cancels a run under the lock of its row: what a call of it answers later is stale. */
export async function cancelRun(db: Db, runId: string, now: Date): Promise<CancelOutcome> {
  return await db.begin(async (tx) => {
    const rows = await tx<{ functionId: string; status: RunStatus }[]>`
      select function_id as "functionId", status from inngest_engine.runs where id = ${runId} for update`;
    const run = rows[0];
    if (!run) return { kind: "unknown" };
    if (run.status !== "running") return { kind: "ended", status: run.status };
    await endRun(tx, runId, { status: "cancelled" }, now);
    return { kind: "cancelled", functionId: run.functionId };
  });
}
