import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Countersign } from "../countersign.js";
import { answer, networkFault, problem, scriptedFetch, view } from "../testing/scripted-fetch.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function clientOf(answers: Parameters<typeof scriptedFetch>[0]) {
  const { requests, fetch } = scriptedFetch(answers);
  return { requests, client: new Countersign({ url: "https://c.test", agentKey: "k", fetch }) };
}

async function settle<T>(work: Promise<T>): Promise<T | Error> {
  const settled = work.catch((error: Error) => error);
  await vi.runAllTimersAsync();
  return settled;
}

const rejected = view({ status: "rejected", comment: "Too dear", decided_by: "Mike" });

test("a wait looks at once, then in turns of 45 s, and survives every kind of passing fault", async () => {
  const { requests, client } = clientOf([
    answer(200, view()),
    networkFault("ECONNRESET"),
    new Response("<html>", { status: 504 }),
    problem(429, "rate_limited", {}, { "retry-after": "5" }),
    networkFault("ECONNREFUSED"),
    answer(200, view()),
    answer(200, rejected),
  ]);
  const outcome = await settle(client.proposals.waitForDecision(7));
  expect(outcome).toMatchObject({ ok: false, status: "rejected", comment: "Too dear", decidedBy: "Mike" });
  expect(requests.map(({ url }) => new URL(url).search)).toEqual(["", ...Array<string>(6).fill("?wait=45")]);
});

test("the time of a wait ends it with the latest view, also in the middle of an outage", async () => {
  const outage = Array.from({ length: 100 }, () => networkFault("ECONNREFUSED"));
  const { client } = clientOf([answer(200, view()), ...outage]);
  const startedAt = Date.now();
  const outcome = await settle(client.proposals.waitForDecision(7, { timeoutMs: 60_000 }));
  expect(outcome).toMatchObject({ ok: false, status: "pending" });
  expect(Date.now() - startedAt).toBe(60_000);
});

test("a wait that never reached the server throws why", async () => {
  const { client } = clientOf(Array.from({ length: 100 }, () => networkFault("ECONNREFUSED")));
  expect(await settle(client.proposals.waitForDecision(7, { timeoutMs: 30_000 }))).toMatchObject({
    fault: "refused",
  });
});

test("a server that hangs holds no wait longer than two seconds beyond its time", async () => {
  const { client } = clientOf([answer(200, view()), "hang", "hang"]);
  const startedAt = Date.now();
  expect(await settle(client.proposals.waitForDecision(7, { timeoutMs: 10_000 }))).toMatchObject({
    status: "pending",
  });
  expect(Date.now() - startedAt).toBeLessThanOrEqual(12_000);
});

test("a key that was rotated ends a wait at its next request", async () => {
  const { requests, client } = clientOf([answer(200, view()), problem(401, "unauthenticated")]);
  expect(await settle(client.proposals.waitForDecision(7))).toMatchObject({ code: "unauthenticated" });
  expect(requests).toHaveLength(2);
});

test("an abort ends a wait with the caller's reason", async () => {
  const { client } = clientOf([answer(200, view()), "hang"]);
  const controller = new AbortController();
  const work = client.proposals
    .waitForDecision(7, { signal: controller.signal })
    .catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1_000);
  controller.abort(new Error("enough"));
  expect(await work).toMatchObject({ message: "enough" });
});

test("a proxy that answers in the server's place is not requests more than once a second", async () => {
  const { requests, client } = clientOf(Array.from({ length: 100 }, () => () => answer(200, view())));
  await settle(client.proposals.waitForDecision(7, { timeoutMs: 10_000 }));
  expect(requests.length).toBeLessThanOrEqual(12);
});

test.each([
  ["applied", "applied", null, true],
  ["stale", "stale", null, false],
  ["a write that gave up", "approved", "dead", false],
])("the outcome of %s ends the wait for the write", async (_name, status, push, ok) => {
  const end = view({ status, push_status: push });
  const { client } = clientOf([
    answer(200, view()),
    answer(200, view({ status: "approved", push_status: "queued" })),
    answer(200, end),
  ]);
  expect(await settle(client.proposals.waitForOutcome(7))).toMatchObject({ ok, status });
});

test("onChange sees the first view and each that differs", async () => {
  const { client } = clientOf([answer(200, view()), answer(200, view()), answer(200, rejected)]);
  const statuses: string[] = [];
  await settle(client.proposals.waitForDecision(7, { onChange: ({ status }) => statuses.push(status) }));
  expect(statuses).toEqual(["pending", "rejected"]);
});

test("a question is looked at every three seconds, and a list page by page", async () => {
  const { client } = clientOf([
    answer(200, view()),
    answer(200, view()),
    answer(200, view({ status: "responded" })),
  ]);
  const startedAt = Date.now();
  expect(await settle(client.questions.wait(7))).toMatchObject({ status: "responded" });
  expect(Date.now() - startedAt).toBe(6_000);
  const pages = clientOf([
    answer(200, { items: [{ id: 3 }, { id: 2 }], next_cursor: 2 }),
    answer(200, { items: [{ id: 1 }], next_cursor: null }),
  ]);
  const ids: number[] = [];
  for await (const { id } of pages.client.proposals.all({ status: ["pending", "approved"] })) ids.push(id);
  expect(ids).toEqual([3, 2, 1]);
  expect(pages.requests.map(({ url }) => new URL(url).search)).toEqual([
    "?status=pending%2Capproved",
    "?status=pending%2Capproved&cursor=2",
  ]);
});
