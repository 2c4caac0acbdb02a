import { afterEach, expect, test } from "vitest";
import { deadLettersQuerySchema } from "@/lib/contract/monitoring/dead-letters";
import { PUSH_ATTEMPTS_MAX, CLOCK_ANSWERS_IN_A_ROW_MAX } from "@/lib/core/push/retry";
import { letTimePass, proposeAndApprove, standOf, workThrough } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { replayDeadLetter } from "@/lib/gateway/deliver/repair/replay-push";
import { readDeadLetters } from "@/lib/gateway/read/state/read-dead-letters";

const world = await useWorld();
const { account, gateway } = world;

/** NetSuite's clock runs ahead of the database's by so many seconds; below zero: behind. */
const runAhead = (seconds: number) =>
  account.control("PATCH", "settings", { clock_offset_ms: seconds * 1_000 });
afterEach(() => runAhead(0));

/** Pushes it once every wait is over. */
async function pushWhenDue(id: number, pushId: number) {
  await letTimePass(world, id);
  return world.push(pushId);
}

test.each([
  ["ahead", 90, "TOO_LATE"],
  ["behind", -90, "TOO_EARLY"],
])(
  "a NetSuite whose clock runs %s ends the write as a dead letter that says so, not in tries without end",
  async (way, seconds, clockCode) => {
    await runAhead(seconds);
    const { id, pushId } = await proposeAndApprove(world, proposals.arNote());
    for (let answers = 1; answers < CLOCK_ANSWERS_IN_A_ROW_MAX; answers += 1) {
      expect(await pushWhenDue(id, pushId)).toMatchObject({ outcome: "requeued" });
      expect(await standOf(world, id)).toMatchObject({ push: "queued", attempts: 0 });
    }
    for (let attempts = 1; attempts < PUSH_ATTEMPTS_MAX; attempts += 1) {
      expect(await pushWhenDue(id, pushId)).toMatchObject({ outcome: "requeued" });
      expect(await standOf(world, id)).toMatchObject({ push: "queued", attempts });
    }
    expect(await pushWhenDue(id, pushId)).toEqual({ outcome: "dead" });
    expect(await standOf(world, id)).toEqual({
      push: "dead",
      action: "approved",
      attempts: PUSH_ATTEMPTS_MAX,
    });
    const { items } = await readDeadLetters(world.approver, deadLettersQuerySchema.parse({}), gateway);
    expect(items.slice(0, 1)).toMatchObject([
      { error: { code: clockCode, message: expect.stringContaining(`clock runs ${way}`) } },
    ]);
    expect(items[0]!.to_do).toContain("clock");
    expect(items[0]!.outlook).toMatchObject({ who: "reconciliation" });

    await runAhead(0);
    await replayDeadLetter(world.admin, items[0]!.id, gateway);
    await workThrough(world, id);
    expect(await world.statusOf(id)).toBe("applied");
    expect(await world.commitsOf(id)).toHaveLength(1);
  },
);

test("writes that came too late with another answer in between spend no attempt", async () => {
  const { id, pushId } = await proposeAndApprove(world, proposals.arNote());
  for (let answers = 0; answers < CLOCK_ANSWERS_IN_A_ROW_MAX; answers += 1) {
    await runAhead(90);
    expect(await pushWhenDue(id, pushId)).toMatchObject({ outcome: "requeued" });
    await runAhead(0);
    await account.fault("request_limit");
    expect(await pushWhenDue(id, pushId)).toMatchObject({ outcome: "requeued" });
  }
  expect(await standOf(world, id)).toMatchObject({ push: "queued", attempts: 0 });
  expect(await pushWhenDue(id, pushId)).toEqual({ outcome: "applied" });
});
