import postgres from "postgres";
import { afterAll, expect, test } from "vitest";
import { proposals } from "@/lib/gateway/testing/proposals";
import { pastEveryGuard } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";

/** The database's role shortens a period for a moment, and has retention blank what the company keeps. */

const world = await useWorld();
const { tenantId } = world;
const app = postgres(world.db.urls.app, { max: 1, onnotice: () => {} });
afterAll(() => app.end());

test("agents' words go by the period that the ledger tells of alone", async () => {
  const reason = "The customer called";
  const { proposal } = await world.propose(proposals.arNote({ reason }));
  await world.decide(world.approver, proposal, { decision: "reject" });
  await pastEveryGuard(
    world.superuser,
    (tx) =>
      tx`UPDATE proposed_actions SET decided_at = decided_at - make_interval(days => 40) WHERE id = ${proposal.id}`,
  );
  await app
    .begin(async (tx) => {
      await tx`SELECT set_config('app.tenant_id', ${String(tenantId)}, true)`;
      const [before] = await tx`SELECT days FROM retention_periods WHERE kind = 'agent_prose'`;
      await tx`UPDATE retention_periods SET days = 30 WHERE kind = 'agent_prose'`;
      await tx`SELECT enforce_retention('agent_prose', 100)`;
      await tx`UPDATE retention_periods SET days = ${before!.days as number} WHERE kind = 'agent_prose'`;
    })
    .catch(() => {});
  const [row] = await world.owner`SELECT reason FROM proposed_actions WHERE id = ${proposal.id}`;
  expect(row!.reason).toBe(reason);
});
