import { expect, test } from "vitest";
import { proposals } from "@/lib/gateway/testing/proposals";
import { runOut } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { agentKeyIn, call, installWorld } from "./testing/over-http";

const world = await useWorld();
installWorld(world);

const token = await agentKeyIn(world, "lister");
const other = await agentKeyIn(world, "other-lister");
const propose = async (by: string, body: object, key: string) =>
  (
    (await call("/api/v1/proposals", { token: by, body, headers: { "idempotency-key": key } })).body as {
      id: number;
    }
  ).id;
const list = async (query = "") => {
  const { status, body } = await call(`/api/v1/proposals${query}`, { token, method: "GET" });
  return { status, ...(body as { items: { id: number }[]; next_cursor: number | null; errors?: unknown }) };
};
const idsOf = async (query = "") => (await list(query)).items.map(({ id }) => id);

const [first, second, third] = [
  await propose(token, proposals.arNote({ conversation_ref: "talk-1" }), "k1"),
  await propose(token, proposals.bidPrice("1.43", "1.42"), "k2"),
  await propose(token, proposals.arNote({ changes: [{ field: "note", to: "Another" }] }), "k3"),
];
await propose(other, proposals.arNote({ changes: [{ field: "note", to: "Not theirs" }] }), "k1");

test("an agent lists its own proposals, newest first, with the write that each is for and the key of its request", async () => {
  const { items, next_cursor: cursor } = await list();
  expect(cursor).toBeNull();
  expect(items).toMatchObject([
    { id: third, idempotency_key: "k3" },
    {
      id: second,
      action_type: "bid_price_update",
      entity_type: "item",
      entity_ref: "10472",
      status: "pending",
    },
    { id: first, idempotency_key: "k1", conversation_ref: "talk-1" },
  ]);
});

test("pages of an agent's proposals hold each once, also where one was decided in between", async () => {
  const page = await list("?limit=2");
  expect(page.items.map(({ id }) => id)).toEqual([third, second]);
  expect(page.next_cursor).toBe(second);
  await call(`/api/v1/proposals/${second}/withdraw`, { token, method: "POST" });
  expect(await idsOf(`?limit=2&cursor=${page.next_cursor}`)).toEqual([first]);
  expect(await idsOf("?cursor=999999999")).toEqual([]);
});

test("an agent's list is narrowed by status and by conversation, and what has run out counts as expired", async () => {
  expect(await idsOf("?status=cancelled")).toEqual([second]);
  expect(await idsOf("?status=pending,cancelled")).toEqual([third, second, first]);
  expect(await idsOf("?conversation_ref=talk-1")).toEqual([first]);
  await runOut(world.superuser, third);
  expect(await idsOf("?status=expired")).toEqual([third]);
  expect(await idsOf("?status=pending")).toEqual([first]);
});

test.each([
  ["status", "?status=gone"],
  ["limit", "?limit=0"],
  ["cursor", "?cursor=1e99"],
  ["conversation_ref", "?conversation_ref="],
  ["nonsense", "?nonsense=1"],
])("a list of an agent's proposals with a wrong %s names it", async (field, query) => {
  const { status, errors } = await list(query);
  expect(status).toBe(422);
  expect(JSON.stringify(errors)).toContain(field);
});
