import { createServer } from "node:net";
import { succeed } from "../support/http/call";
import { openFaultyProxy } from "../support/http/faulty-proxy";
import { installation } from "../support/installation";
import { createByAdmin } from "../support/people/people";
import { client, note, refusalOf, unique } from "../support/clients/sdk";
import { expect, test } from "../support/test";

/** The SDK where the app refuses it, or does not answer. */

test("a leaked key that was rotated stops at the next request, also in the middle of a wait, and the new one goes on", async () => {
  const { agent, key } = await createByAdmin();
  await using proxy = await openFaultyProxy();
  const cs = client({ url: proxy.url, agentKey: key, attemptTimeoutMs: 1_000 });
  const proposal = await cs.propose.arNote(note());
  const work = refusalOf(proposal.decision({ timeoutMs: 120_000 }));
  await expect.poll(() => proxy.requests.filter((one) => one.includes("wait=")).length).toBe(1);
  const rotated = await succeed("rotateAgentKey", "admin", { id: agent.id, grace_hours: 0 });
  proxy.cut();
  expect(await work).toMatchObject({ status: 401, code: "unauthenticated" });
  expect(await refusalOf(cs.propose.arNote(note()))).toMatchObject({ status: 401 });
  expect((await client({ agentKey: rotated.key }).proposals.get(proposal.id)).id).toBe(proposal.id);
});

test("a wrong key, a wrong address, a server that is down and one that is slow are told apart in words", async () => {
  const key = `not-a-key-${unique()}`;
  const unknown = await refusalOf(client({ agentKey: key }).proposals.list());
  expect(unknown).toMatchObject({ name: "ApiError", status: 401, code: "unauthenticated" });
  expect(String(unknown) + JSON.stringify(unknown)).not.toContain(key);
  expect(await refusalOf(client({ url: `${installation().url}/elsewhere` }).proposals.list())).toMatchObject({
    name: "UnexpectedAnswerError",
    message: expect.stringContaining("check the address"),
  });
  expect(await refusalOf(client({ url: installation().simulatorUrl }).proposals.list())).toMatchObject({
    name: "UnexpectedAnswerError",
    message: expect.stringContaining("check the address"),
  });
  const free = createServer();
  const port = await new Promise<number>((resolve) =>
    free.listen(0, "127.0.0.1", () => resolve((free.address() as { port: number }).port)),
  );
  await new Promise((resolve) => free.close(resolve));
  expect(
    await refusalOf(client({ url: `http://127.0.0.1:${port}`, retriesMax: 1 }).proposals.list()),
  ).toMatchObject({
    fault: "refused",
    message: `Nothing answers at http://127.0.0.1:${port}: is Countersign running there?`,
  });
  await using proxy = await openFaultyProxy();
  proxy.holdRequests(1);
  expect(
    await refusalOf(client({ url: proxy.url, retriesMax: 0, attemptTimeoutMs: 500 }).proposals.list()),
  ).toMatchObject({
    fault: "timeout",
  });
});

test("fields that the app refuses are named by the words of the action type", async () => {
  const cs = client();
  const price = { sku: "10472", bidId: "B5875", to: 1.5 };
  for (const [more, path] of [
    [{ from: 0.01 }, "from"],
    [{ to: "many" }, "to"],
    [{ sku: "99999" }, "sku"],
  ] as const)
    expect((await refusalOf(cs.propose.priceChange({ ...price, ...more }))).errors[0]?.path, path).toBe(path);
  const prices = [
    { sku: "10472", bidId: "B5875", to: 1.5 },
    { sku: "10480", customer: "Driscoll's", to: "much" },
  ];
  expect((await refusalOf(cs.propose.priceRoll({ name: `R-${unique()}`, prices }))).errors).toMatchObject([
    { path: "prices[1].to" },
  ]);
});
