import { expect, test } from "vitest";
import { pushLine } from "@/lib/gateway/deliver/push-line";
import { approve, proposeAndApprove } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { holdRow, pastEveryGuard, untilWaiting } from "@/lib/gateway/testing/race";
import { priceRoll, rollLines, widenAssortment } from "@/lib/gateway/testing/rolls";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { reconcileTenant } from "./reconcile-pushes";
import { replayDeadLetter } from "./replay-push";

const world = await useWorld();

/** A roll whose first line is unknown with its hold over, and whose second died of a passing cause. */
async function rollInTrouble() {
  await widenAssortment(world.account);
  const { proposal } = await world.propose(priceRoll(rollLines(3)));
  await approve(world, proposal);
  const [first, second, third] = await world.owner<{ id: number }[]>`
    SELECT id FROM ns_pending_pushes WHERE action_id = ${proposal.id} ORDER BY line_no`;
  const ids = [first!.id, second!.id, third!.id] as const;
  const [unknown, dead, refused] = ids;
  await pastEveryGuard(world.superuser, async (tx) => {
    await tx`
      UPDATE ns_pending_pushes SET status = 'unknown', attempts = 1, hold_until = now() - interval '1 second'
      WHERE id = ${unknown}`;
    await tx`
      UPDATE ns_pending_pushes SET status = 'dead', failure_class = 'transient', attempts = 3, ended_at = now()
      WHERE id = ${dead}`;
    await tx`
      UPDATE ns_pending_pushes SET status = 'dead', failure_class = 'terminal', attempts = 1, ended_at = now()
      WHERE id = ${refused}`;
    await tx`
      INSERT INTO ns_push_dlq_log (tenant_id, push_id, action_id, payload_json, error_json, attempts)
      VALUES (${world.tenantId}, ${refused}, ${proposal.id}, '{}', '{"code":"X"}', 1)`;
  });
  const [letter] = await world.owner<
    { id: number }[]
  >`SELECT id FROM ns_push_dlq_log WHERE push_id = ${refused}`;
  return { unknown, letterId: letter!.id };
}

test.each([
  [
    "a probe that settles a line",
    (roll: Awaited<ReturnType<typeof rollInTrouble>>) =>
      pushLine(world.tenantId, roll.unknown, world.gateway),
  ],
  [
    "a replay of a dead letter",
    (roll: Awaited<ReturnType<typeof rollInTrouble>>) =>
      replayDeadLetter(world.admin, roll.letterId, world.gateway),
  ],
])("reconciliation and %s of the same roll never wait for each other", async (_name, act) => {
  const before = await proposeAndApprove(world, proposals.arNote({ entity_ref: "Riverbend Foods" }));
  const roll = await rollInTrouble();
  const held = await holdRow(world.owner, "ns_pending_pushes", before.pushId);
  const reconciled = reconcileTenant(world.tenantId, world.gateway);
  await untilWaiting(world.superuser, 1);
  const acted = act(roll);
  // It ends beside reconciliation, which waits for the held row; at worst it waits as well.
  await Promise.race([acted, untilWaiting(world.superuser, 2)]);
  await held.release("commit");
  await expect(Promise.all([reconciled, acted])).resolves.toHaveLength(2);
});
