import { expect, test } from "vitest";
import { deliverInRounds } from "@/inngest/functions/push-action";
import { leaveLeaseBehind, proposeAndApprove } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useWorld } from "@/lib/gateway/testing/use-world";
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
    },
    () => pushAction(world.tenantId, mine.pushId, world.gateway),
  );
  expect(end).toEqual({ outcome: "left to reconciliation" });
  expect(done.at(-1)).toBe("round");
  expect(done.filter((one) => one === "round")).toHaveLength(waitsMs.length + 1);
  expect(Math.min(...waitsMs)).toBeGreaterThanOrEqual(2_000);
  expect(waitsMs.reduce((sum, ms) => sum + ms)).toBeLessThanOrEqual(30 * 60_000);
});
