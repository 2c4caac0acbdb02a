import { afterEach, expect, test } from "vitest";
import { letTimePass, proposeAndApprove, standOf, workThrough } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { openProxy } from "@/lib/gateway/testing/proxy-transport";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { useAmendments } from "@/lib/gateway/testing/use-world";

/** Answers that are another request's, that say what only this app can know, or that hold what no column takes. */

const proxy = openProxy();
const { world, verbs } = await useAmendments({ client: { transport: proxy.transport } });
const { account, owner, commitsOf } = world;
afterEach(async () => {
  proxy.forget();
  await owner`UPDATE push_lanes SET state = 'open', code = NULL, message = NULL, halted_at = NULL, probe_at = NULL`;
  await account.edit("customer", "Coastal Pantry", { creditlimit: 60_000 });
});

const customers = ["Two Rivers Commissary", "Riverbend Foods", "Sunmeadow Schools", "Halvorsen Markets"];
let next = 0;
/** Each on a record of its own, so that none waits for another. */
const note = () =>
  proposeAndApprove(world, proposals.arNote({ entity_ref: customers[next++ % customers.length]! }));
const applied = {
  v: 1,
  verdict: "applied",
  record: { type: "note", id: "77" },
  readback: [],
  committed_at: "2031-05-01T00:00:00.000Z",
  duplicate: false,
};

test("the receipt of another request settles nothing: the write is looked for, and made once", async () => {
  const sent = await note();
  proxy.answerNext(200, { ...applied, request_id: "another" });
  expect(await world.push(sent.pushId)).toMatchObject({ outcome: "unknown" });
  expect(await standOf(world, sent.id)).toMatchObject({ action: "approved", push: "unknown" });
  expect(await commitsOf(sent.id)).toEqual([]);
  await workThrough(world, sent.id);
  expect(await standOf(world, sent.id)).toMatchObject({ action: "applied" });
  expect(await commitsOf(sent.id)).toHaveLength(1);
});

test.each([200, 503])(
  "a page with HTTP %s that is cut in the middle of a character, or holds NUL, is an unknown outcome like any other",
  async (status) => {
    for (const page of [`${"x".repeat(199)}\u{1f600}`, "\u0000\u0001"]) {
      const sent = await note();
      proxy.answerNext(status, page);
      expect(await world.push(sent.pushId)).toMatchObject({ outcome: "unknown" });
      await workThrough(world, sent.id);
      expect(await standOf(world, sent.id)).toMatchObject({ action: "applied" });
      expect(await commitsOf(sent.id)).toHaveLength(1);
    }
  },
);

test("a refusal whose words no column takes is a dead letter", async () => {
  const sent = await note();
  proxy.answerNext(200, { v: 1, verdict: "terminal", code: "A\u0000B", message: "m\u0000\ud83d" });
  expect(await world.push(sent.pushId)).toEqual({ outcome: "dead" });
});

test("a write that is read back with half a character is applied, and shown as another value than was approved", async () => {
  const sent = await note();
  proxy.answerNext(200, { ...applied, readback: [{ field: "note", value: "a\ud83d" }] });
  expect(await world.push(sent.pushId)).toEqual({ outcome: "applied" });
  const [push] = await owner`SELECT verification FROM ns_pending_pushes WHERE id = ${sent.pushId}`;
  expect(push!.verification).toBe("mismatch");
});

test.each(["ECONNREFUSED", "NOT_CONNECTED", "PROBED_NOT_WRITTEN"])(
  "a proxy that says %s has the request all the same: nobody cancels the write, and it ends as applied",
  async (code) => {
    const sent = await note();
    proxy.answerNext(429, { error: { code, message: "upstream" } });
    expect(await world.push(sent.pushId)).toMatchObject({ outcome: "requeued" });
    await expectRefusal(verbs.cancel(sent.id), "may_be_written");
    await proxy.deliver();
    await expectRefusal(verbs.cancel(sent.id), "may_be_written");
    await letTimePass(world, sent.id);
    await workThrough(world, sent.id);
    expect(await standOf(world, sent.id)).toMatchObject({ action: "applied" });
    expect(await commitsOf(sent.id)).toHaveLength(1);
  },
);

test.each(["ECONNREFUSED", "CERT_HAS_EXPIRED", "EHOSTUNREACH", "TIMEOUT"])(
  "a request for which no connection was made (%s) leaves no doubt: it can be cancelled at once",
  async (code) => {
    const sent = await note();
    proxy.failNext(code);
    expect(await world.push(sent.pushId)).toMatchObject({ outcome: "requeued" });
    await verbs.cancel(sent.id);
    expect(await standOf(world, sent.id)).toMatchObject({ action: "cancelled", push: "cancelled" });
    expect(await commitsOf(sent.id)).toEqual([]);
  },
);

/** The first request may still arrive, so that nobody can cancel the write; it arrives, and is written once. */
async function expectLateWrite(id: number): Promise<void> {
  await expectRefusal(verbs.cancel(id), "may_be_written");
  await proxy.deliver();
  await letTimePass(world, id);
  await workThrough(world, id);
  expect(await standOf(world, id)).toMatchObject({ action: "applied" });
  expect(await commitsOf(id)).toHaveLength(1);
}

test("a request for which no connection was made after a 429 leaves the doubt about the first", async () => {
  const sent = await note();
  proxy.answerNext(429);
  await world.push(sent.pushId);
  await owner`UPDATE ns_pending_pushes SET next_attempt_at = clock_timestamp() WHERE id = ${sent.pushId}`;
  proxy.failNext("CERT_HAS_EXPIRED");
  expect(await world.push(sent.pushId)).toMatchObject({ outcome: "requeued" });
  await expectLateWrite(sent.id);
});

test("a request that was signed again after a 401, and then was not connected, may still be written by the first", async () => {
  const sent = await note();
  proxy.answerNext(401);
  proxy.failNext("EHOSTUNREACH");
  expect(await world.push(sent.pushId)).toMatchObject({ outcome: "requeued" });
  await expectLateWrite(sent.id);
});
