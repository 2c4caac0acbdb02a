import { setTimeout as sleep } from "node:timers/promises";
import type { OwnerSql } from "@/db/client";
import { approveOver, listWaiting, notingWorkflow } from "@/scripts/smoke/workflow-client";
import { median, percentile, report } from "../report";
import { startRunsOver, untilThere, withInstallation } from "./own-installation";

const underWay = 100;
const approved = 50;
/** A person's pace, so that one approval's work is not another's wait. */
const paceMs = 300;
const p95Max = 500;
const workflow = "bench-approvals";

/**
 * From a person's approval to the run's next step at work, the write in between included, with a hundred further runs that wait for
 * people. The times are the database's own.
 */
export const benchApprovals = (): Promise<void> =>
  withInstallation(async (installation, owner) => {
    const count = underWay + approved;
    await startRunsOver(installation, owner, { source: notingWorkflow(workflow), workflow, count });
    const waiting = await untilThere(count, "runs came to their approval", () =>
      listWaiting(owner, workflow),
    );
    for (const action of waiting.slice(0, approved)) {
      await approveOver(installation, action);
      await sleep(paceMs);
    }
    await tell(await untilThere(approved, "runs went on", () => listNext(owner)));
  });

/** Milliseconds from each approval to its write, and to the next step. */
const listNext = (owner: OwnerSql) => owner<{ written: number; next: number }[]>`
  SELECT extract(epoch FROM a.applied_at - a.decided_at)::float8 * 1000 AS written,
    extract(epoch FROM n.started_at - a.decided_at)::float8 * 1000 AS next
  FROM proposed_actions a
  JOIN steps s ON s.tenant_id = a.tenant_id AND s.proposed_action_id = a.id
  JOIN workflows f ON f.tenant_id = s.tenant_id AND f.id = s.workflow_id
  JOIN steps n ON n.tenant_id = s.tenant_id AND n.run_id = s.run_id AND n.step_id = 'next'
  WHERE f.name = ${workflow} AND n.started_at IS NOT NULL`;

async function tell(rows: readonly { written: number; next: number }[]): Promise<void> {
  const next = rows.map((row) => row.next);
  const after = rows.map((row) => row.next - row.written);
  const row = (what: string, values: readonly number[]) => ({
    what,
    "p50 ms": Math.round(median(values)),
    "p95 ms": Math.round(percentile(values, 0.95)),
    "worst ms": Math.round(Math.max(...values)),
  });
  const p95 = percentile(next, 0.95);
  await report("approvals", {
    rows: [row("approved → next step", next), row("of it, written → next step", after)],
    summary: `approved → next step p95 ${Math.round(p95)} ms with ${underWay} runs under way (target ≤ ${p95Max})`,
    holds: p95 <= p95Max,
    next,
    after,
  });
}
