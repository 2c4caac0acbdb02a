import { type SQL, sql } from "drizzle-orm";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Unsealed } from "@/components/evidence/evidence-section";
import { inTenant } from "@/db/client";
import { leaseSteps } from "@/db/queries/workflows/turns";
import { readEvidenceFile, readEvidenceState } from "@/lib/gateway/evidence/read-evidence";
import { sealEvidence } from "@/lib/gateway/evidence/seal-evidence";
import { sealLedger } from "@/lib/gateway/ledger/seal-ledger";
import { verifyLedger } from "@/lib/gateway/ledger/verify/verify-ledger";
import { refusalOf } from "@/lib/gateway/testing/race";
import { useRuns } from "@/lib/runtime/testing/use-runs";
import { runStep } from "@/lib/runtime/work/run-step";

/** The evidence vouches for no row that somebody with the app's database role writes into a run. */

const runs = await useRuns();
const { gateway, admin, approver, tenantId, publish, start, workOff, look } = runs;
const asRole = (statement: SQL) => inTenant(gateway.database, tenantId, (tx) => tx.execute(statement));
const faultsOf = async (id: number) => {
  const { faults } = await verifyLedger(admin, { mode: "full" }, gateway);
  return faults.filter((fault) => fault.entity_type === "run" && fault.entity_id === id);
};
async function sealAll(): Promise<void> {
  await sealLedger(gateway);
  await sealEvidence(gateway);
}

test("a run whose last step somebody else settled has no evidence, and the verification names the step", async () => {
  await publish(`workflow: lost
steps:
  - { id: first, tool: transform, with: { value: 1 } }
  - { id: pay, tool: transform, with: { value: "\${{ steps.first.output }}" } }`);
  const honest = await start("lost");
  await workOff();
  const { id } = await start("lost");
  // The first one is the app's.
  const [ours] = await leaseSteps(gateway.database, { owner: "ours", count: 1, seconds: 30 });
  await runStep(ours!, { owner: "ours", gateway });
  expect((await look(id)).steps.map(({ status }) => status)).toEqual(["succeeded", "ready"]);
  const [leased] = await asRole(sql`SELECT * FROM lease_steps('theirs', 1, 30)`);
  await asRole(sql`
    SELECT settle_step(${tenantId}::bigint, ${id}::bigint, ${Number(leased!.id)}::bigint, 'theirs', ${Number(leased!.attempt)},
      'succeeded', '{}')`);
  expect((await look(id)).status).toBe("succeeded");
  // Nobody has tried to seal it so far.
  expect(await readEvidenceState(approver, { kind: "run", id }, gateway)).toMatchObject({
    state: "waiting",
    faults: [],
  });
  await sealAll();
  expect(await faultsOf(id)).toMatchObject([
    { kind: "step_unsealed", text: expect.stringContaining("Step pay was not done by Countersign") },
  ]);
  const said = ["Step pay was not done by Countersign: its seal is missing or does not fit."];
  expect(await refusalOf(readEvidenceFile(approver, { kind: "run", id }, gateway))).toMatchObject({
    code: "not_sealed",
    members: { available_at: null, faults: said },
  });
  const state = await readEvidenceState(approver, { kind: "run", id }, gateway);
  expect(state).toMatchObject({ state: "refused", available_at: null, faults: said, sealed: null });
  const shown = renderToStaticMarkup(createElement(Unsealed, { state }));
  expect(shown).toContain("its evidence is not sealed");
  expect(shown).toContain(said[0]!);
  expect(shown).not.toContain("next checkpoint");
  expect(await faultsOf(honest.id)).toEqual([]);
  await readEvidenceFile(approver, { kind: "run", id: honest.id }, gateway);
});
