import { describe, expect, it } from "vitest";
import { EXAMPLE_RECORDS, EXAMPLE_PAYLOADS as payloads } from "@/lib/action-types/payload/examples";
import { type ActionType, RESTLET_ACTION_TYPES, actionTypeOf } from "@/lib/action-types/registry";
import { type PinnedRecord, type ProposalPayload, pinnedIdsOf } from "@/lib/core/payload/payload";
import { useAccount } from "../testing/use-account";

/** A name may lead to another record by the time of the write; the ids that were read with it do not. */

const account = useAccount();

const strawberries = "301";
const riverbend = "703";
const pinned = (type: ActionType, more: Partial<PinnedRecord> = {}): ProposalPayload => ({
  ...payloads[type],
  record: { ...EXAMPLE_RECORDS[type], ...more },
});
const targetChanged = { class: "stale", reason: "target_changed", live: [] };

describe.each(RESTLET_ACTION_TYPES)("%s", (type) => {
  it("a read tells the ids, and a write under them is done", async () => {
    const answer = await account.read(payloads[type]);
    if (answer.class !== "read") throw new Error(answer.code);
    const ids = { type: answer.record.type, id: answer.record.id, ...pinnedIdsOf(answer.facts) };
    expect(ids).toEqual(EXAMPLE_RECORDS[type]);
    expect(Object.keys(ids).sort()).toEqual(["id", "type", ...actionTypeOf(type)!.pinnedIds].sort());
    expect(await account.write(pinned(type), "k")).toMatchObject({ class: "applied" });
    expect(await account.probe(pinned(type), "k")).toMatchObject({ class: "applied" });
  });

  it("under any other id nothing is written, read or taken for written", async () => {
    for (const part of ["type", ...Object.keys(EXAMPLE_RECORDS[type]).filter((name) => name !== "type")]) {
      const other = pinned(type, { [part]: "999" });
      expect(await account.write(other, `k-${part}`), part).toMatchObject(targetChanged);
      expect(await account.read(other), part).toMatchObject(targetChanged);
      expect(await account.commits(`k-${part}`)).toHaveLength(0);
    }
  });
});

describe("a name that moved", () => {
  const driscolls = () => account.look("bid_price", "Driscoll's:10472");

  /** Another customer is given the bid number, with the same item at the same price. */
  const moveBid = async () => {
    await account.edit("customer", "Driscoll's", { custentity_gfs_bid: "B0" });
    await account.edit("customer", "Riverbend Foods", {
      custentity_gfs_bid: "B5875",
      itempricing: [{ item: strawberries, level: "-1", price: "1.42", currency: "1" }],
    });
  };

  it("a bid of another customer by now is not written, though item and price are the same", async () => {
    const byBid = { ...pinned("bid_price_update"), context: { bid_id: "B5875" } };
    await moveBid();
    expect(await account.write(byBid, "k")).toMatchObject(targetChanged);
    expect(await account.look("bid_price", "Riverbend Foods:10472")).toMatchObject({
      id: riverbend,
      price: "1.42",
    });
    expect(await driscolls()).toMatchObject({ price: "1.42" });
    expect(await account.commits("k")).toHaveLength(0);
  });
  it("where the customer was named beside it, that is no refusal for good but a change to look at", async () => {
    await moveBid();
    expect(await account.write(pinned("bid_price_update"), "k")).toMatchObject(targetChanged);
  });
  it("a probe does not take the other customer's value for ours", async () => {
    const byBid = { ...pinned("bid_price_update"), context: { bid_id: "B5875" } };
    await account.fault("crash_between_saves");
    await account.write(byBid, "k");
    await moveBid();
    await account.edit("bid_price", "Riverbend Foods:10472", { price: "1.48" });
    expect(await account.probe(byBid, "k")).toMatchObject(targetChanged);
  });
  it("a SKU that another item bears by now", async () => {
    await account.edit("inventoryitem", "10521", { itemid: "10521-OLD" });
    await account.edit("inventoryitem", "10522", { itemid: "10521" });
    const by = { ...pinned("inventory_adjustment"), changes: [{ field: "adjustqtyby", to: "-1" }] };
    expect(await account.write(by, "k")).toMatchObject(targetChanged);
    expect(await account.commits("k")).toHaveLength(0);
  });
  it("a note that was created already is found, whatever its customer is called by now", async () => {
    const first = await account.write(pinned("ar_note"), "cs-1-1");
    await account.edit("customer", "Coastal Pantry", { companyname: "Coastal Pantry (closed)" });
    await account.edit("customer", "Riverbend Foods", { companyname: "Coastal Pantry" });
    expect(await account.write(pinned("ar_note"), "cs-1-1")).toMatchObject({
      class: "applied",
      duplicate: true,
      record: { id: first.class === "applied" ? first.record.id : "" },
    });
    expect(await account.write(pinned("ar_note"), "cs-1-2")).toMatchObject(targetChanged);
  });
  it("without ids the write goes by name, as it was approved", async () => {
    const byBid = { ...payloads.bid_price_update, context: { bid_id: "B5875" } };
    await moveBid();
    expect(await account.write(byBid, "k")).toMatchObject({ class: "applied", record: { id: riverbend } });
  });
});
