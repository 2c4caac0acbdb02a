import { expect, test } from "vitest";
import { deadLettersQuerySchema } from "@/lib/contract/dead-letters";
import { PUSH_ATTEMPTS_MAX, TOO_LATE_IN_A_ROW_MAX } from "@/lib/core/push/retry";
import type { RestletClient } from "@/lib/destinations/netsuite/restlet-client";
import { letTimePass, proposeAndApprove, standOf, workThrough } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { replayDeadLetter } from "@/lib/gateway/deliver/repair/replay-push";
import { readDeadLetters } from "@/lib/gateway/read/state/read-dead-letters";

const world = await useWorld();
const { account, gateway } = world;
const honest = gateway.netsuite;

/** NetSuite compares the end of the lease with a clock of its own, which runs ahead by 90 seconds. */
const write: RestletClient["write"] = (request, sending) => {
  const confirm = async () => {
    const notAfter = await sending!.confirm();
    return notAfter && new Date(Date.parse(notAfter) - 90_000).toISOString();
  };
  return honest.write(request, { ...sending!, confirm });
};
const ahead = { ...gateway, netsuite: { ...honest, write } };

/** Pushes it once every wait is over. */
async function pushWhenDue(id: number, pushId: number, over = gateway) {
  await letTimePass(world, id);
  return world.push(pushId, over);
}

test("a NetSuite whose clock runs ahead ends the write as a dead letter that says so, not in tries without end", async () => {
  const { id, pushId } = await proposeAndApprove(world, proposals.arNote());
  for (let answers = 1; answers < TOO_LATE_IN_A_ROW_MAX; answers += 1) {
    expect(await pushWhenDue(id, pushId, ahead)).toMatchObject({ outcome: "requeued" });
    expect(await standOf(world, id)).toMatchObject({ push: "queued", attempts: 0 });
  }
  for (let attempts = 1; attempts < PUSH_ATTEMPTS_MAX; attempts += 1) {
    expect(await pushWhenDue(id, pushId, ahead)).toMatchObject({ outcome: "requeued" });
    expect(await standOf(world, id)).toMatchObject({ push: "queued", attempts });
  }
  expect(await pushWhenDue(id, pushId, ahead)).toEqual({ outcome: "dead" });
  expect(await standOf(world, id)).toEqual({
    push: "dead",
    action: "approved",
    attempts: PUSH_ATTEMPTS_MAX,
  });
  const { items } = await readDeadLetters(world.viewer, deadLettersQuerySchema.parse({}), gateway);
  expect(items).toMatchObject([
    { error: { code: "TOO_LATE", message: expect.stringContaining("clock runs ahead") } },
  ]);
  expect(items[0]!.to_do).toContain("clock");
  expect(items[0]!.outlook).toMatchObject({ who: "reconciliation" });

  await replayDeadLetter(world.admin, items[0]!.id, gateway);
  await workThrough(world, id);
  expect(await world.statusOf(id)).toBe("applied");
  expect(await world.commitsOf(id)).toHaveLength(1);
});

test("writes that came too late with another answer in between spend no attempt", async () => {
  const { id, pushId } = await proposeAndApprove(world, proposals.arNote());
  for (let answers = 0; answers < TOO_LATE_IN_A_ROW_MAX; answers += 1) {
    expect(await pushWhenDue(id, pushId, ahead)).toMatchObject({ outcome: "requeued" });
    await account.fault("request_limit");
    expect(await pushWhenDue(id, pushId)).toMatchObject({ outcome: "requeued" });
  }
  expect(await standOf(world, id)).toMatchObject({ push: "queued", attempts: 0 });
  expect(await pushWhenDue(id, pushId)).toEqual({ outcome: "applied" });
});
