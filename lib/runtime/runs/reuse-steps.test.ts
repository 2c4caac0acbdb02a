import { expect, test } from "vitest";
import { sealRunsFromBefore } from "@/lib/gateway/reseal/seal-runs-from-before";
import { verifyLedger } from "@/lib/gateway/ledger/verify/verify-ledger";
import { stepsOf, useRuns } from "@/lib/runtime/testing/use-runs";
import { rerun } from "./rerun";
import { cancelRun } from "./steer-run";

/** Results that are taken over: by a run that goes on from another, and from before there were seals. */

const runs = await useRuns();
const { owner, gateway, admin, approver, publish, start, workOff, look, outputOf, letWaitEnd } = runs;

const source = (name: string) => `workflow: ${name}
steps:
  - { id: read, tool: transform, with: { value: 5 } }
  - { id: each, for: "\${{ ['1h', '2h'] }}", max: 2, wait: "\${{ duration(item) }}" }
  - { id: sum, tool: transform, with: { value: "\${{ steps.read.output.value + size(steps.each.outputs) }}" } }`;
const sealsOf = async (runId: number) =>
  (
    await owner<{ seal: string | null }[]>`
      SELECT coalesce(output_seal, given_seal) AS seal FROM steps WHERE run_id = ${runId} ORDER BY id`
  ).map(({ seal }) => seal);

test("a run that goes on from another, and one that goes on from that, uses what the first one did", async () => {
  await publish(source("goes-on"));
  let { id } = await start("goes-on");
  for (let time = 0; time < 2; time += 1) {
    await workOff();
    expect(stepsOf(await look(id))).toContain("each.1:ready");
    await cancelRun(approver, id, gateway);
    const next = (await rerun(approver, id, gateway)).run.id;
    // Of each run its own: what is copied by hand proves nothing.
    expect(new Set([...(await sealsOf(id)), ...(await sealsOf(next))]).size).toBeGreaterThan(6);
    id = next;
  }
  await workOff();
  await letWaitEnd(id, "each");
  await workOff();
  expect(await look(id)).toMatchObject({ status: "succeeded" });
  expect(await outputOf(id, "sum")).toEqual({ value: 7 });
});

test("runs from before the seals are sealed by the migration that brings them, and by no later one; they go on, and their ends hold", async () => {
  await publish(source("older"));
  const [open, later, stopped, ended] = [
    await start("older", { trigger_ref: "open" }),
    await start("older", { trigger_ref: "later" }),
    await start("older", { trigger_ref: "stopped" }),
    await start("older", { trigger_ref: "ended" }),
  ];
  await workOff();
  await letWaitEnd(ended.id, "each");
  await workOff();
  await cancelRun(approver, stopped.id, gateway);
  const forget = (ids: number[]) =>
    runs.superuserOf().begin(async (tx) => {
      await tx`SET LOCAL session_replication_role = replica`;
      await tx`UPDATE runs SET seal = NULL WHERE id = ANY (${ids})`;
      await tx`UPDATE steps SET given_seal = NULL, output_seal = NULL WHERE run_id = ANY (${ids})`;
    });
  await forget([open.id, later.id, stopped.id, ended.id]);
  await owner.begin((tx) => sealRunsFromBefore(tx, ["0063_sealed_runs.sql"]));
  await forget([later.id]);
  await owner.begin((tx) => sealRunsFromBefore(tx, ["0064_later.sql"]));
  const onward = (await rerun(approver, stopped.id, gateway)).run.id;
  await workOff();
  for (const id of [open.id, onward]) {
    await runs.letTimeCome(id);
    await workOff();
    expect(stepsOf(await look(id))).toContain("each.1:ready");
    await letWaitEnd(id, "each");
    await workOff();
    expect(await look(id)).toMatchObject({ status: "succeeded" });
  }
  await runs.letTimeCome(later.id);
  await workOff();
  expect(await look(later.id)).toMatchObject({ status: "failed_terminal" });
  const { faults } = await verifyLedger(admin, { mode: "full" }, gateway);
  expect(faults.filter(({ kind, entity_id: of }) => kind !== "run_unsealed" && of !== later.id)).toEqual([]);
  // The guards are back.
  await expect(owner`UPDATE steps SET output_json = '{}' WHERE run_id = ${ended.id}`).rejects.toMatchObject({
    code: "CS001",
  });
});
