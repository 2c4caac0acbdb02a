import { afterEach, expect, test } from "vitest";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useWorld } from "@/lib/gateway/testing/use-world";

/** Writes on one record go one after the other, in the order of their approvals, whatever was known of it at proposal. */

const world = await useWorld();
const found = await world.account.look("customer", "Driscoll's");
afterEach(async () => {
  const { itempricing, creditlimit } = found;
  await world.account.edit("customer", "Driscoll's", { itempricing, creditlimit });
});

type Input = Record<string, unknown>;
interface Approved {
  pushId: number;
  knowsRecord: boolean;
}

/** Blind: NetSuite could not be read when it was proposed, so that it names its record and does not know its id. */
async function approve(input: Input, { blind }: { blind: boolean }): Promise<Approved> {
  if (blind) await world.account.fault("service_unavailable", { op: "read" });
  const { proposal } = await world.propose(input);
  await world.decide(world.approver, proposal);
  const { id } = await world.pushOf(proposal.id);
  const [row] = await world.owner<{ recordKey: string }[]>`
    SELECT record_key AS "recordKey" FROM ns_pending_pushes WHERE id = ${id}`;
  return { pushId: id, knowsRecord: row!.recordKey === "customer:701" };
}

const byBid = (price: string) => proposals.bidPrice(price, "1.42", { context: { bid_id: "B5875" } });
const byBoth = (price: string) =>
  proposals.bidPrice(price, "1.42", { context: { bid_id: "B5875", customer: "Driscoll's" } });
const limit = () => ({
  ...proposals.creditLimit(),
  entity_ref: "driscoll's ",
  changes: [{ field: "creditlimit", from: found.creditlimit, to: Number(found.creditlimit) + 100 }],
});

const pairs: [names: string, first: Input, second: Input][] = [
  ["the same bid", byBid("1.45"), byBid("1.46")],
  ["a bid and its customer", byBoth("1.45"), limit()],
  ["a customer and a bid that was read", limit(), byBid("1.46")],
];

for (const [names, first, second] of pairs) {
  test(`one that could not read its record keeps its turn: ${names}`, async () => {
    const before = await approve(first, { blind: true });
    const after = await approve(second, { blind: false });
    expect([before.knowsRecord, after.knowsRecord]).toEqual([false, true]);
    expect(await world.push(after.pushId)).toMatchObject({
      outcome: "waiting_its_turn",
      because: `push ${before.pushId} on the same record goes first`,
    });
    await world.push(before.pushId);
    expect((await world.push(after.pushId)).outcome).not.toBe("waiting_its_turn");
  });
}

test("one that knows its record goes before one that could not read it", async () => {
  const before = await approve(byBoth("1.45"), { blind: false });
  const after = await approve(byBid("1.46"), { blind: true });
  expect([before.knowsRecord, after.knowsRecord]).toEqual([true, false]);
  expect(await world.push(after.pushId)).toMatchObject({ outcome: "waiting_its_turn" });
  await world.push(before.pushId);
  expect((await world.push(after.pushId)).outcome).not.toBe("waiting_its_turn");
});

test("of two that are leased at once, of which one knows the id and one the name, a single one is sent", async () => {
  const one = await approve(byBoth("1.45"), { blind: true });
  const other = await approve(byBid("1.46"), { blind: false });
  const outcomes = await Promise.all([world.push(other.pushId), world.push(one.pushId)]);
  expect(outcomes[0]).toMatchObject({ outcome: "waiting_its_turn" });
  expect(outcomes[1].outcome).not.toBe("waiting_its_turn");
});
