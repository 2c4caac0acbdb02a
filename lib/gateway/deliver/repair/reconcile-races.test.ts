import { expect, test } from "vitest";
import type { Destination } from "@/lib/destinations/destination";
import { approve, proposeAndApprove } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { holdRow, newGate, pastEveryGuard, untilWaiting } from "@/lib/gateway/testing/race";
import { priceRoll, rollLines, widenAssortment } from "@/lib/gateway/testing/rolls";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { reconcileTenant } from "./reconcile-pushes";
import { replayDeadLetter, retryPush } from "./replay-push";

const world = await useWorld();

/** A roll whose first line is unknown with its hold over, and whose second died of a passing cause. */
async function rollInTrouble() {
  await widenAssortment(world.account);
  const { proposal } = await world.propose(priceRoll(rollLines(3)));
  await approve(world, proposal);
  const pushes = await world.owner<{ id: number }[]>`
    SELECT id FROM ns_pending_pushes WHERE action_id = ${proposal.id} ORDER BY line_no`;
  const [unknown, dead, refused] = pushes.map(({ id }) => id) as [number, number, number];
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
  const [letter] = await world.owner`SELECT id FROM ns_push_dlq_log WHERE push_id = ${refused}`;
  return { unknown, letterId: letter!.id as number };
}

type Roll = Awaited<ReturnType<typeof rollInTrouble>>;

test.each<[string, (roll: Roll) => Promise<unknown>, customer: string]>([
  ["a probe that settles a line", ({ unknown }) => world.push(unknown), "Sunmeadow Schools"],
  [
    "a replay of a dead letter",
    ({ letterId }) => replayDeadLetter(world.admin, letterId, world.gateway),
    "Marlow Street Market",
  ],
])("reconciliation and %s of the same roll never wait for each other", async (_name, act, customer) => {
  const before = await proposeAndApprove(world, proposals.arNote({ entity_ref: customer }));
  const roll = await rollInTrouble();
  const barrier = await holdRow(world.owner, "ns_pending_pushes", before.pushId);
  const reconciliation = reconcileTenant(world.tenantId, world.gateway);
  await untilWaiting(world.superuser, 1);
  const action = act(roll);
  // It ends beside reconciliation, which waits for the held row; at worst it waits as well.
  await Promise.race([action, untilWaiting(world.superuser, 2)]);
  await barrier.release("commit");
  await expect(Promise.all([reconciliation, action])).resolves.toHaveLength(2);
});

test("what a retry found refused for good while reconciliation was on its way stays dead, with an open letter", async () => {
  const [first, second] = [
    await proposeAndApprove(world, proposals.arNote({ entity_ref: "Riverbend Foods" })),
    await proposeAndApprove(world, proposals.arNote({ entity_ref: "Coastal Pantry" })),
  ];
  await pastEveryGuard(
    world.superuser,
    (tx) => tx`
      UPDATE ns_pending_pushes SET status = 'dead', failure_class = 'transient', attempts = 3, ended_at = now()
      WHERE id IN (${first.pushId}, ${second.pushId})`,
  );
  const barrier = await holdRow(world.owner, "ns_pending_pushes", first.pushId);
  const reconciliation = reconcileTenant(world.tenantId, world.gateway);
  await untilWaiting(world.superuser, 1);
  await world.account.fault("closed_period");
  await retryPush(world.admin, second.id, world.gateway);
  expect(await world.push(second.pushId)).toEqual({ outcome: "dead" });
  await barrier.release("commit");
  expect(await reconciliation).toMatchObject({ revived: 1 });
  expect(await world.pushOf(second.id)).toMatchObject({ status: "dead", failure_class: "terminal" });
  const [letter] = await world.owner`
    SELECT replayed_at FROM ns_push_dlq_log WHERE push_id = ${second.pushId} ORDER BY id DESC LIMIT 1`;
  expect(letter).toEqual({ replayed_at: null });
});

const haltLane = () => world.owner`
  UPDATE push_lanes SET state = 'halted', code = 'HTTP_403', message = 'The account refuses.', halted_at = now(),
    probe_at = now() - interval '1 second'
  WHERE tenant_id = ${world.tenantId}`;

test("reconciliation and a write that tries the halted lane never wait for each other", async () => {
  const tried = await proposeAndApprove(world, proposals.arNote({ entity_ref: "Two Rivers Commissary" }));
  const later = await proposeAndApprove(world, proposals.arNote({ entity_ref: "Oakfield Senior Living" }));
  await haltLane();
  const barrier = await holdRow(world.owner, "ns_pending_pushes", later.pushId);
  const reconciliation = reconcileTenant(world.tenantId, world.gateway);
  await untilWaiting(world.superuser, 1);
  const write = world.push(tried.pushId);
  await untilWaiting(world.superuser, 2);
  await barrier.release("commit");
  await expect(reconciliation).resolves.toMatchObject({ requested: expect.any(Number) });
  await expect(write).resolves.toEqual({ outcome: "applied" });
});

test("a line whose write opens the lane and a retry of its roll never wait for each other", async () => {
  await widenAssortment(world.account);
  const { proposal } = await world.propose(priceRoll(rollLines(10).slice(8)));
  const { id } = proposal;
  await approve(world, proposal);
  const pushes = await world.owner<{ id: number }[]>`
    SELECT id FROM ns_pending_pushes WHERE action_id = ${id} ORDER BY line_no`;
  const [sentBack, sent] = pushes.map((line) => line.id) as [number, number];
  await haltLane();
  await world.owner`
    UPDATE ns_pending_pushes SET failure_class = 'lane_halt', next_attempt_at = now() + interval '1 minute'
    WHERE id = ${sentBack}`;
  const { netsuite } = world.gateway;
  const [reached, goOn] = [newGate(), newGate()];
  const write: Destination["write"] = async (request) => {
    reached.open();
    await goOn.opened;
    return netsuite.write(request);
  };
  const settling = world.push(sent, { ...world.gateway, netsuite: { ...netsuite, write } });
  await reached.opened;
  const barrier = await holdRow(world.owner, "proposed_actions", id);
  goOn.open();
  await untilWaiting(world.superuser, 1);
  const retry = retryPush(world.admin, id, world.gateway);
  await untilWaiting(world.superuser, 2);
  await barrier.release("commit");
  await expect(Promise.all([settling, retry])).resolves.toMatchObject([
    { outcome: "applied" },
    { requested: true, lines: 1 },
  ]);
});
