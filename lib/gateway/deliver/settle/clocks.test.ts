import { expect, test } from "vitest";
import { deadLettersQuerySchema } from "@/lib/contract/dead-letters";
import { PUSH_ATTEMPTS_MAX, CLOCK_ANSWERS_IN_A_ROW_MAX } from "@/lib/core/push/retry";
import type { RestletClient } from "@/lib/destinations/netsuite/restlet-client";
import { letTimePass, proposeAndApprove, standOf, workThrough } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { replayDeadLetter } from "@/lib/gateway/deliver/repair/replay-push";
import { readDeadLetters } from "@/lib/gateway/read/state/read-dead-letters";

const world = await useWorld();
const { account, gateway } = world;
const honest = gateway.netsuite;

/** NetSuite compares the times of a request with a clock of its own, which runs ahead by so many seconds. */
function runningAhead(seconds: number) {
  const write: RestletClient["write"] = (request, sending) => {
    const confirm = async () => {
      const notAfter = await sending!.confirm();
      return notAfter && new Date(Date.parse(notAfter) - seconds * 1_000).toISOString();
    };
    return honest.write(request, { ...sending!, confirm });
  };
  return { ...gateway, netsuite: { ...honest, write } };
}
const ahead = runningAhead(90);

/** Pushes it once every wait is over. */
async function pushWhenDue(id: number, pushId: number, over = gateway) {
  await letTimePass(world, id);
  return world.push(pushId, over);
}

test.each([
  ["ahead", 90, "TOO_LATE"],
  ["behind", -90, "TOO_EARLY"],
])(
  "a NetSuite whose clock runs %s ends the write as a dead letter that says so, not in tries without end",
  async (way, seconds, clockCode) => {
    const differing = runningAhead(seconds);
    const { id, pushId } = await proposeAndApprove(world, proposals.arNote());
    for (let answers = 1; answers < CLOCK_ANSWERS_IN_A_ROW_MAX; answers += 1) {
      expect(await pushWhenDue(id, pushId, differing)).toMatchObject({ outcome: "requeued" });
      expect(await standOf(world, id)).toMatchObject({ push: "queued", attempts: 0 });
    }
    for (let attempts = 1; attempts < PUSH_ATTEMPTS_MAX; attempts += 1) {
      expect(await pushWhenDue(id, pushId, differing)).toMatchObject({ outcome: "requeued" });
      expect(await standOf(world, id)).toMatchObject({ push: "queued", attempts });
    }
    expect(await pushWhenDue(id, pushId, differing)).toEqual({ outcome: "dead" });
    expect(await standOf(world, id)).toEqual({
      push: "dead",
      action: "approved",
      attempts: PUSH_ATTEMPTS_MAX,
    });
    const { items } = await readDeadLetters(world.viewer, deadLettersQuerySchema.parse({}), gateway);
    expect(items.slice(0, 1)).toMatchObject([
      { error: { code: clockCode, message: expect.stringContaining(`clock runs ${way}`) } },
    ]);
    expect(items[0]!.to_do).toContain("clock");
    expect(items[0]!.outlook).toMatchObject({ who: "reconciliation" });

    await replayDeadLetter(world.admin, items[0]!.id, gateway);
    await workThrough(world, id);
    expect(await world.statusOf(id)).toBe("applied");
    expect(await world.commitsOf(id)).toHaveLength(1);
  },
);

test("writes that came too late with another answer in between spend no attempt", async () => {
  const { id, pushId } = await proposeAndApprove(world, proposals.arNote());
  for (let answers = 0; answers < CLOCK_ANSWERS_IN_A_ROW_MAX; answers += 1) {
    expect(await pushWhenDue(id, pushId, ahead)).toMatchObject({ outcome: "requeued" });
    await account.fault("request_limit");
    expect(await pushWhenDue(id, pushId)).toMatchObject({ outcome: "requeued" });
  }
  expect(await standOf(world, id)).toMatchObject({ push: "queued", attempts: 0 });
  expect(await pushWhenDue(id, pushId)).toEqual({ outcome: "applied" });
});
