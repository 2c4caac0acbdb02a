import { expect, test } from "vitest";
import { revokePerson } from "@/lib/gateway/access/people/person-changes";
import { amendmentsOf } from "@/lib/gateway/testing/amendments";
import { useRuns } from "@/lib/runtime/testing/use-runs";
import { readWorkflowVersions } from "./read-workflows";

const { world, owner, gateway, admin, publish, start, workOff, look } = await useRuns();

test("a workflow stays in force when whoever published it is removed, its seal holds, and its runs go on", async () => {
  const gone = await world.home.person("Gus", "admin");
  const { id } = await publish(
    "workflow: stays\nsteps: [{ id: hi, tool: transform, with: { value: 1 } }]",
    gone,
  );
  const before = await start("stays");
  await revokePerson(admin, gone.userId, gateway);
  const [membership] = await owner`
    SELECT revoked_at FROM memberships WHERE tenant_id = ${world.tenantId} AND user_id = ${gone.userId}`;
  expect(membership!.revoked_at).not.toBeNull();

  const { workflow } = await readWorkflowVersions(admin, { id }, gateway);
  expect(workflow).toMatchObject({ publication: { by: "Gus" } });
  const after = await start("stays");
  await workOff();
  for (const run of [before, after]) expect((await look(run.id)).status).toBe("succeeded");
  await amendmentsOf(world).expectIntact();
  // Another seal than the app's, and it is in force no longer: so it was the seal that held.
  await owner`ALTER TABLE workflow_publications DISABLE TRIGGER USER`;
  await owner`UPDATE workflow_publications SET seal = 'x' WHERE workflow_id = ${id}`;
  await owner`ALTER TABLE workflow_publications ENABLE TRIGGER USER`;
  await expect(start("stays")).rejects.toMatchObject({ code: "not_in_force" });
});
