import { expect, test } from "vitest";
import { deliverInRounds } from "@/inngest/functions/push-action";
import type { Destination } from "@/lib/destinations/destination";
import { leaveLeaseBehind, proposeAndApprove } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { lineKey, lineStatuses, priceRoll, rollLines, widenAssortment } from "@/lib/gateway/testing/rolls";
import { flipSwitch } from "@/lib/gateway/testing/flip-switch";
import { pushAction } from "./push-action";

const world = await useWorld();

test("a job that waits for another push's trial of the lane pauses after every round, and looks once more before it leaves", async () => {
  const other = await proposeAndApprove(world, proposals.arNote({ entity_ref: "Riverbend Foods" }));
  const mine = await proposeAndApprove(world, proposals.arNote({ entity_ref: "Coastal Pantry" }));
  await leaveLeaseBehind(world, other.pushId, 3_600);
  await world.owner`
    UPDATE push_lanes SET state = 'halted', code = 'HTTP_403', message = 'The account refuses.', halted_at = now(),
      probe_at = now() - interval '1 second'
    WHERE tenant_id = ${world.tenantId}`;
  const delivery = await pushAction(world.tenantId, mine.pushId, world.gateway);
  expect(delivery).toMatchObject({ retryInMs: 2_000, lines: { queued: 1 } });
  expect(delivery.because).toContain("another push finds out");

  const done: string[] = [];
  const waitsMs: number[] = [];
  const end = await deliverInRounds(
    {
      run: async (_id, push) => (done.push("round"), push()),
      sleep: async (_id, ms) => void (done.push("wait"), waitsMs.push(ms)),
      sleepExactly: async () => {},
    },
    () => pushAction(world.tenantId, mine.pushId, world.gateway),
  );
  expect(end).toEqual({ outcome: "left to reconciliation" });
  expect(done.at(-1)).toBe("round");
  expect(done.filter((one) => one === "round")).toHaveLength(waitsMs.length + 1);
  expect(Math.min(...waitsMs)).toBeGreaterThanOrEqual(2_000);
  expect(waitsMs.reduce((sum, ms) => sum + ms)).toBeLessThanOrEqual(30 * 60_000);
});

test("a roll that only waits for a switch does not end as a failed job, also where a line of it gave up; its last job does", async () => {
  await world.owner`UPDATE push_lanes SET state = 'open', probe_at = NULL WHERE tenant_id = ${world.tenantId}`;
  await widenAssortment(world.account);
  const [first, , , , , , , , , , , , later] = rollLines(13);
  const { id, pushId } = await proposeAndApprove(world, priceRoll([first!, later!]));
  await world.account.fault("closed_period", { key: lineKey(world, id, 1) });
  const { netsuite } = world.gateway;
  const flip = (engaged: boolean) =>
    flipSwitch(world.owner, world.admin, { name: "ns_writes", engaged, reason: "a test" }, world.gateway);
  let isFirst = true;
  const write: Destination["write"] = async (...request) => {
    const verdict = await netsuite.write(...request);
    if (isFirst) await flip(true);
    isFirst = false;
    return verdict;
  };
  const deliver = (gateway = world.gateway) =>
    deliverInRounds(
      { run: async (_id, push) => push(), sleep: async () => {}, sleepExactly: async () => {} },
      () => pushAction(world.tenantId, pushId, gateway),
    );
  const oneAtATime = { ...world.gateway, netsuite: { ...netsuite, write } };
  const halted = await deliver(oneAtATime);
  expect(await lineStatuses(world, id)).toEqual({ dead: 1, queued: 1 });
  expect(halted).toMatchObject({
    outcome: expect.stringContaining("ns_writes"),
    lines: { dead: 1, queued: 1 },
  });
  await flip(false);
  await expect(deliver()).rejects.toThrow("A line gave up; see its dead letter.");
});
