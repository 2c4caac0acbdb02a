import { describe, expect, onTestFinished, test } from "vitest";
import { amendmentsOf } from "@/lib/gateway/testing/amendments";
import { readLive } from "@/lib/gateway/live/read-live";
import { proposals } from "@/lib/gateway/testing/proposals";
import { refusalOf } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";

/** People see, hash and approve the whole write: one record by its ids, and every value. */

const world = await useWorld();

type Input = Record<string, unknown>;
const { rowOf } = amendmentsOf(world);
const propose = async (input: Input) => {
  const by = await (await world.addTenant()).agent("agent");
  const { proposal } = await world.propose(input, by);
  return { proposal, row: await rowOf(proposal.id) };
};
const adjustment = (context: Input, by = "-1"): Input => proposals.adjustment(by, { context });
const orderLine = (entity_ref: string, context: Input): Input => ({
  action_type: "sales_order_line_price",
  entity_type: "sales_order",
  entity_ref,
  changes: [{ field: "rate", from: "52.25", to: "52.30" }],
  context,
});

describe("the record that was read is the one that is approved", () => {
  test("its ids stand in the payload that is hashed, and name the record for totals and order", async () => {
    const bid = (await propose(proposals.bidPrice())).row;
    expect(bid.payload_json.record).toEqual({ type: "customer", id: "701", item_id: "301" });
    expect(JSON.parse(bid.payload_text)).toEqual(bid.payload_json);
    expect(bid).toMatchObject({ record_ref: "customer:701", sku: "301", customer_ref: "Driscoll's" });
    const line = (await propose(orderLine("SO-22991", { item: "10521" }))).row;
    expect(line.payload_json.record).toEqual({
      type: "salesorder",
      id: "5002",
      item_id: "312",
      line_key: "2299101",
    });
    expect(line).toMatchObject({ record_ref: "salesorder:5002", sku: "312" });
  });

  test("spelled otherwise it is the same record, to totals, alternatives and the order of pushes", async () => {
    const spelled = [
      propose(orderLine("SO-22991", { line_unique_key: "2299101" })),
      propose(orderLine("so-22991", { line: 2_299_101, customer: "Halvorsen Markets" })),
      propose(orderLine(" So-22991 ", { item: "10521", note: 7 })),
    ];
    const rows = (await Promise.all(spelled)).map(({ row }) => row);
    for (const column of ["record_ref", "sku", "precondition_key"] as const)
      expect(new Set(rows.map((row) => row[column])).size, column).toBe(1);

    const limits = await Promise.all(
      ["Coastal Pantry", "coastal pantry", "C-1003", "704"].map(async (entity_ref) => {
        const { proposal } = await world.propose(proposals.creditLimit(61_000, { entity_ref }));
        await world.decide(world.approver, proposal);
        const [push] = await world.owner<{ record_key: string }[]>`
          SELECT record_key FROM ns_pending_pushes WHERE action_id = ${proposal.id}`;
        return { row: await rowOf(proposal.id), recordKey: push!.record_key };
      }),
    );
    expect(limits.map(({ recordKey }) => recordKey)).toEqual(Array(4).fill("customer:704"));
    expect(limits.map(({ row }) => row.record_ref)).toEqual(Array(4).fill("customer:704"));
    expect(new Set(limits.map(({ row }) => row.customer_ref))).toEqual(new Set(["Coastal Pantry"]));
  });

  test("a bid number given to another customer after the approval writes to nobody", async () => {
    const { proposal } = await world.propose(
      proposals.bidPrice("1.44", "1.42", { context: { bid_id: "B5875" } }),
    );
    await world.decide(world.approver, proposal);
    await world.account.edit("customer", "Driscoll's", { custentity_gfs_bid: "B0" });
    const before = await world.account.look("customer", "Two Rivers Commissary");
    await world.account.edit("customer", "Two Rivers Commissary", {
      custentity_gfs_bid: "B5875",
      itempricing: [{ item: "301", level: "-1", price: "1.42", currency: "1" }],
    });
    onTestFinished(async () => {
      const { itempricing } = before;
      const values = { custentity_gfs_bid: "B5953", itempricing };
      await world.account.edit("customer", "Two Rivers Commissary", values);
      await world.account.edit("customer", "Driscoll's", { custentity_gfs_bid: "B5875" });
    });
    expect(await readLive(world.approver, proposal.id, world.gateway)).toMatchObject({
      state: "unreadable",
      reason: expect.stringContaining("another record"),
    });
    expect(await world.push((await world.pushOf(proposal.id)).id)).toEqual({ outcome: "stale" });
    expect(await world.account.look("bid_price", "B5875:10472")).toMatchObject({ price: "1.42" });
    expect(await world.account.look("bid_price", "Driscoll's:10472")).toMatchObject({ price: "1.42" });
  });

  test("where none could be read, the card says so", async () => {
    await world.account.fault("service_unavailable", { op: "read" });
    const { proposal } = await world.propose(proposals.bidPrice());
    expect((await rowOf(proposal.id)).payload_json).not.toHaveProperty("record");
    expect((await world.read(proposal.id)).details).toContain("record not verified");
    const readable = (await world.propose(proposals.bidPrice())).proposal;
    expect((await world.read(readable.id)).details).toEqual(["B5875"]);
  });
});

describe("the whole write is shown", () => {
  test("revoking credit stores both changes with their live values, and shows both", async () => {
    const { proposal } = await world.propose(proposals.creditRevoke());
    const card = await world.read(proposal.id);
    expect(card.changes).toMatchObject([
      { field: "creditlimit", from: "60000", to: "0" },
      { field: "creditholdoverride", from: "AUTO", proposed_live: "AUTO", to: "ON" },
    ]);
    expect((await rowOf(proposal.id)).payload_json.changes).toEqual([
      { field: "creditlimit", from: "60000", to: "0" },
      { field: "creditholdoverride", from: "AUTO", to: "ON" },
    ]);
  });
  test("texts that are written beside the changes are on the card", async () => {
    const detailsOf = async (input: Input) => {
      const { proposal } = await world.propose(input);
      return (await world.read(proposal.id)).details;
    };
    expect(
      await detailsOf(adjustment({ location_id: " Dallas DC", location: " ", reason: "Count" })),
    ).toEqual(["at Dallas DC", expect.stringMatching(/^leaves [\d,]+ of [\d,]+ on hand$/), "memo “Count”"]);
    expect(await detailsOf(proposals.arNote({ context: { subject: "New bank account" } }))).toEqual([
      "titled “New bank account”",
    ]);
  });
});

describe("a proposal is refused", () => {
  const price = (to: unknown) => proposals.bidPrice("1", "1.42", { changes: [{ field: "price", to }] });
  test.each<[string, Input, string]>([
    [
      "that holds orders under the name of a revocation",
      proposals.creditRevoke({ changes: [{ field: "credit_hold", to: "ON" }] }),
      "changes",
    ],
    [
      "whose two words for one place differ",
      adjustment({ location: "Dallas DC", location_id: "Plant 2" }),
      "context.location_id",
    ],
    ["of a price of 32 digits", price("1e31"), "changes[0].to"],
    ["of a price beyond all numbers", price("1e999"), "changes[0].to"],
    ["of a price below all coins", price("1e-40"), "changes[0].to"],
    ["of a quantity beyond counting", adjustment({ location: "Dallas DC" }, "1e15"), "changes[0].to"],
  ])("%s", async (_what, input, path) => {
    const error = await refusalOf(propose(input));
    expect(error).toMatchObject({ code: "validation_failed", status: 422 });
    expect(error.issues.map((issue) => issue.path)).toContain(path);
  });
  test("that names a `from` no number can hold, whether or not NetSuite can be read", async () => {
    const error = await refusalOf(propose(proposals.bidPrice("1.43", "1e31")));
    expect(error).toMatchObject({ code: "validation_failed", issues: [{ path: "changes[0].from" }] });
  });
});

describe("the tier", () => {
  test("of the largest quantity that may be proposed is the highest", async () => {
    const { row } = await propose(adjustment({ location: "Dallas DC" }, "1000000"));
    expect(row).toMatchObject({ risk_level: 5, facts_read_at: expect.any(Date) });
  });
  test("of a price that was zero is at least 4: no percentage can be worked out", async () => {
    await world.editDuringTest("bid_price", "B5875:10472", { price: "0" }, { price: "1.42" });
    const { row } = await propose(proposals.bidPrice("0.01", "0"));
    expect(row).toMatchObject({ risk_level: 4, facts_read_at: null });
  });
  test("of a price nothing was sold at is at least 4: its impact is not zero but unknown", async () => {
    const name = "Two Rivers Commissary";
    const { itempricing: before } = await world.account.look("customer", name);
    const itempricing = [{ item: "301", level: "-1", price: "1.42", currency: "1" }];
    await world.editDuringTest("customer", name, { itempricing }, { itempricing: before });
    const { row } = await propose(proposals.bidPrice("1.43", "1.42", { context: { bid_id: "B5953" } }));
    expect(row).toMatchObject({ risk_level: 4, facts_read_at: null });
  });
});

describe("a repeat", () => {
  test("is known as one whatever the agent adds to its context or how it spells the record", async () => {
    const by = await (await world.addTenant()).agent("agent");
    const fingerprintOf = async (more: Input) => {
      const input = proposals.noteAttachment({ changes: [{ field: "note", to: "Photo on file." }], ...more });
      return (await rowOf((await world.propose(input, by)).proposal.id)).input_fingerprint;
    };
    const first = await fingerprintOf({ context: { x: 1 } });
    expect(await fingerprintOf({ context: { x: 2, y: "z" } })).toBe(first);
    expect(await fingerprintOf({ entity_ref: "so-22984" })).toBe(first);
    expect(await fingerprintOf({ context: { title: "Another" } })).not.toBe(first);
    expect(await fingerprintOf({ entity_ref: "SO-22991" })).not.toBe(first);
    expect(await fingerprintOf({ changes: [{ field: "note", to: "Another." }] })).not.toBe(first);
  });
});
