import { expect, test } from "vitest";
import { proposals } from "@/lib/gateway/testing/proposals";
import { pastEveryGuard } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { sealOpenProposals } from "./seal-open-proposals";

const world = await useWorld();

/** As the release before stored it. */
async function unsealed() {
  const { proposal } = await world.propose(proposals.arNote());
  await pastEveryGuard(
    world.superuser,
    (tx) => tx`
      UPDATE events SET body_text = (body_text::jsonb #- '{details,intake_seal}')::text
      WHERE entity_type = 'proposed_action' AND entity_id = ${proposal.id} AND seq = 1`,
  );
  return proposal;
}

async function deliver(proposal: Awaited<ReturnType<typeof unsealed>>) {
  await world.decide(world.approver, proposal);
  await world.push((await world.pushOf(proposal.id)).id);
  return (await world.commitsOf(proposal.id)).length;
}

test("proposals that were open before the seals are sealed by the migration that brings them, and by no later one", async () => {
  const [before, after] = [await unsealed(), await unsealed()];
  await world.owner.begin((tx) => sealOpenProposals(tx, ["0032_later.sql"]));
  expect(await deliver(after)).toBe(0);
  await world.owner.begin((tx) => sealOpenProposals(tx, ["0030_intake_seals.sql"]));
  expect(await deliver(before)).toBe(1);
});
