import { describe, expect, test } from "vitest";
import { sqlState } from "@/db/testing/rows";
import {
  RUN_STATUSES,
  RUN_TRANSITIONS,
  type RunStatus,
  STEP_STATUSES,
  STEP_TRANSITIONS,
  type StepStatus,
  hasRunEnded,
} from "@/lib/core/run/run";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useRuns } from "@/lib/runtime/testing/use-runs";

const runs = await useRuns();
const { world } = runs;
await runs.publish(`workflow: moves
steps: [{ id: only, tool: transform, with: { value: 1 } }]`);
const { id } = await runs.start("moves");
const { proposal } = await world.propose(proposals.arNote());

/** The columns that a status asks for, so that nothing but the table of moves can object. */
const runFields = (status: RunStatus) =>
  `status = '${status}', ended_at = ${hasRunEnded(status) ? "now()" : "NULL"}`;
const stepFields = (status: StepStatus) =>
  `status = '${status}', ${
    status === "running"
      ? "lease_owner = 'x', lease_expires_at = now()"
      : "lease_owner = NULL, lease_expires_at = NULL"
  }, proposed_action_id = ${proposal.id}`;

/** Puts the row into `before` past every guard, tries `change` with all of them on, and undoes both. */
async function attempt(table: string, where: string, before: string, change: string): Promise<string | null> {
  let state: string | null = null;
  const undone = new Error("undone on purpose");
  await world.superuser
    .begin(async (tx) => {
      await tx`SET LOCAL session_replication_role = replica`;
      await tx.unsafe(`UPDATE ${table} SET ${before} WHERE ${where}`);
      await tx`SET LOCAL session_replication_role = origin`;
      state = await sqlState(
        tx.savepoint((inner) => inner.unsafe(`UPDATE ${table} SET ${change} WHERE ${where}`)),
      );
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return state;
}

describe("a run moves as its table says and in no other way, every pair", () => {
  for (const from of RUN_STATUSES) {
    for (const to of RUN_STATUSES.filter((status) => status !== from)) {
      const allowed = RUN_TRANSITIONS[from].includes(to);
      test(`a run of a workflow, ${from} → ${to}: ${allowed ? "allowed" : "refused"}`, async () => {
        const state = await attempt("runs", `id = ${id}`, runFields(from), runFields(to));
        expect(state === null).toBe(allowed);
        if (state !== null) expect(["CS001", "CS002"]).toContain(state);
      });
    }
  }
});

describe("a step moves as its table says and in no other way, every pair", () => {
  for (const from of STEP_STATUSES) {
    for (const to of STEP_STATUSES.filter((status) => status !== from)) {
      const allowed = STEP_TRANSITIONS[from].includes(to);
      test(`a step of a run, ${from} → ${to}: ${allowed ? "allowed" : "refused"}`, async () => {
        const attempted = to === "running" ? ", attempt = attempt + 1" : "";
        const state = await attempt("steps", `run_id = ${id}`, stepFields(from), stepFields(to) + attempted);
        expect(state === null).toBe(allowed);
        if (state !== null) expect(["CS001", "CS002"]).toContain(state);
      });
    }
  }
});
