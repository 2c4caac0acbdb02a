import { afterEach, expect, test, vi } from "vitest";
import type { Person } from "@/lib/core/access/principal";
import { newGate, outcomeOf } from "@/lib/gateway/testing/race";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { actionsAsCsv } from "./actions-csv";
import { countActions, listActions } from "./list-actions";

const world = await useWorld();
const { gateway, approver, viewer } = world;
await world.propose(proposals.bidPrice());

const searched = { status: "all", q: "strawberries" } as const;
const list = (person: Person, q?: string) =>
  listActions(person, { status: "all", limit: 50, ...(q !== undefined && { q }) }, gateway);
const reads: Record<string, () => Promise<unknown>> = {
  "a list": () => list(viewer, "strawberries"),
  "its counts": () => countActions(viewer, searched, gateway),
  "its download": async () => (await actionsAsCsv(viewer, searched, gateway)).stream.cancel(),
};

let gate = newGate();
afterEach(() => {
  gate.open();
  vi.restoreAllMocks();
});
/** Searches of a person that do not end until the gate opens. */
function hold(count: number, person: Person = viewer) {
  gate = newGate();
  return Array.from({ length: count }, () => gateway.searchTurns.read(person, "held", () => gate.opened));
}
const soon = () => new Promise<"waits">((resolve) => void setTimeout(() => resolve("waits"), 300));

test.each(Object.entries(reads))(
  "two searches of one person run at once: %s is the third, and waits",
  async (what, read) => {
    const held = hold(2);
    // A download leaves its event in one before it reads.
    const transaction = vi.spyOn(gateway.database.orm, "transaction").mockClear();
    const third = read().then(() => "answered");
    expect(await Promise.race([third, soon()])).toBe("waits");
    expect(transaction).toHaveBeenCalledTimes(what === "its download" ? 1 : 0);
    gate.open();
    expect(await third).toBe("answered");
    await Promise.all(held);
  },
);

test("one person's searches keep neither their own list nor another's search waiting", async () => {
  const held = hold(12);
  expect((await list(viewer)).items).toHaveLength(1);
  expect((await list(viewer, " ")).items).toHaveLength(1);
  expect((await list(approver, "strawberries")).items).toHaveLength(1);
  gate.open();
  await Promise.all(held);
});

test.each(Object.entries(reads))(
  "a person who has twenty searches waiting is told when to ask for %s again",
  async (_what, read) => {
    const held = hold(2 + 20);
    const { error } = await outcomeOf(read());
    expect(error).toMatchObject({ code: "rate_limited", status: 429, retryAfterSeconds: 5 });
    gate.open();
    await Promise.all(held);
  },
);

test("a download that has begun is not broken off by its person's other searches", async () => {
  for (let count = 0; count < 2; count += 1) await world.propose(proposals.bidPrice());
  const limits = { rowsMax: 10, rowsPerPage: 1 };
  const { stream } = await actionsAsCsv(approver, searched, gateway, limits);
  // Until it has read as far ahead as it does.
  await soon();
  const held = hold(2 + 20, approver);
  const text = new Response(stream).text();
  setTimeout(() => gate.open(), 100);
  expect((await text).trim().split("\r\n")).toHaveLength(1 + 3);
  await Promise.all(held);
});
