import { describe, expect, it } from "vitest";
import { buildWrite } from "@/lib/destinations/requests";
import { useAccount } from "../testing/use-account";
import { EXAMPLE_PAYLOADS as payloads } from "@/lib/action-types/payload/examples";

const bid = payloads.bid_price_update;
const BID = "B5875:10472";
const changing = (from: string, to: string) => ({ ...bid, changes: [{ field: "price", from, to }] });

const account = useAccount();
const once = { class: "applied", duplicate: false };
const again = { class: "applied", duplicate: true };

describe("a write that may not begin after a time", () => {
  const past = new Date(Date.now() - 1_000);
  const future = new Date(Date.now() + 3_600_000);

  it("is not begun when it comes later, and may be sent again", async () => {
    expect(await account.writeBy(bid, "k", past)).toMatchObject({
      class: "not_executed",
      code: "TOO_LATE",
      throttled: true,
    });
    expect(await account.commits("k")).toEqual([]);
    expect(await account.probe(bid, "k")).toMatchObject({ class: "not_found" });
    expect(await account.writeBy(bid, "k", future)).toMatchObject(once);
    expect(await account.commits("k")).toHaveLength(1);
  });
  it("is not begun by a clock that is more than a minute behind the sender's", async () => {
    const leaseSeconds = 30;
    const behind = (seconds: number) => new Date(Date.now() + (leaseSeconds + seconds) * 1_000);
    expect(await account.writeBy(bid, "k", behind(70), leaseSeconds)).toMatchObject({
      class: "not_executed",
      code: "TOO_EARLY",
      throttled: true,
    });
    expect(await account.commits("k")).toEqual([]);
    expect(await account.writeBy(bid, "k", behind(50), leaseSeconds)).toMatchObject(once);
  });
  it("is answered as written when an earlier delivery wrote it, however late it comes", async () => {
    expect(await account.writeBy(bid, "k", future)).toMatchObject(once);
    expect(await account.writeBy(bid, "k", past)).toMatchObject(again);
    expect(await account.commits("k")).toHaveLength(1);
  });
});

describe("the approved from-value", () => {
  it("no longer live: stale with the live value, nothing written, and the probe says the same", async () => {
    await account.edit("bid_price", BID, { price: "1.50" });
    const verdict = await account.write(bid, "k");
    expect(verdict).toMatchObject({
      class: "stale",
      reason: "from_mismatch",
      live: [{ field: "price", value: "1.5" }],
    });
    expect(await account.probe(bid, "k")).toMatchObject({ class: "stale", reason: "from_mismatch" });
    expect(await account.commits("k")).toHaveLength(0);
  });
  it("a lawful A→B→A by three actions is written three times", async () => {
    expect(await account.write(changing("1.42", "1.48"), "k1")).toMatchObject(once);
    expect(await account.write(changing("1.48", "1.42"), "k2")).toMatchObject(once);
    expect(await account.write(changing("1.42", "1.48"), "k3")).toMatchObject(once);
    for (const key of ["k1", "k2", "k3"]) expect(await account.commits(key)).toHaveLength(1);
    expect(await account.look("bid_price", BID)).toMatchObject({ price: "1.48" });
  });
  it.each([
    ["the bid's line", "bid_price", BID],
    ["the customer", "customer", "Driscoll's"],
    ["the item", "item", "10472"],
  ])("%s was deleted: stale, record missing", async (_name, type, id) => {
    await account.remove(type, id);
    expect(await account.read(bid)).toMatchObject({ class: "stale", reason: "record_missing" });
    expect(await account.write(bid, "k")).toMatchObject({ class: "stale", reason: "record_missing" });
    expect(await account.commits("k")).toHaveLength(0);
  });
  it("a stale action may be sent again once the value holds again", async () => {
    await account.edit("bid_price", BID, { price: "1.50" });
    await account.write(bid, "k");
    await account.edit("bid_price", BID, { price: "1.42" });
    expect(await account.write(bid, "k")).toMatchObject(once);
  });
});

describe("an action key", () => {
  it("delivered eight times at once writes once", async () => {
    const verdicts = await Promise.all(Array.from({ length: 8 }, () => account.write(bid, "k")));
    expect(verdicts.filter((verdict) => verdict.class === "applied" && !verdict.duplicate)).toHaveLength(1);
    expect(verdicts.every((verdict) => verdict.class === "applied")).toBe(true);
    expect(await account.commits("k")).toHaveLength(1);
  });
  it("belongs to one payload", async () => {
    await account.write(bid, "k");
    const other = buildWrite(bid, { actionKey: "k", payloadHash: "other" });
    expect(await account.client.write(other)).toMatchObject({ class: "terminal", code: "ACTION_KEY_REUSED" });
  });
  it.each(["DUP_EXTID", "DUP_RCRD", "UNIQUE_RCRD_ID_REQD"])(
    "whose twin inserted its ledger row first is answered from it, whatever the duplicate is called (%s)",
    async (name) => {
      await account.fault("duplicate_error_name", { name });
      await account.fault("duplicate_delivery", { when: "before_ledger_insert" });
      expect(await account.write(bid, "k")).toMatchObject(again);
      expect(await account.commits("k")).toHaveLength(1);
    },
  );
  it.each(["DUP_EXTID", "DUP_RCRD", "UNIQUE_RCRD_ID_REQD"])(
    "whose twin created the record first is answered with that record (%s)",
    async (name) => {
      await account.fault("duplicate_error_name", { name });
      await account.fault("duplicate_delivery", { when: "between_load_and_save" });
      expect(await account.write(payloads.inventory_adjustment, "k")).toMatchObject(again);
      expect(await account.commits("k")).toHaveLength(1);
      expect(await account.look("on_hand", "10521:Dallas DC")).toMatchObject({ quantityonhand: "210" });
    },
  );
  it("overtaken by its twin between load and save conflicts, and the probe finds the twin's write", async () => {
    await account.fault("duplicate_delivery", { when: "between_load_and_save" });
    expect(await account.write(bid, "k")).toMatchObject({ class: "conflict", code: "RCRD_HAS_BEEN_CHANGED" });
    expect(await account.probe(bid, "k")).toMatchObject({ class: "applied" });
    expect(await account.commits("k")).toHaveLength(1);
  });
  it("overtaken by a twin that crashed between its saves is not taken for unwritten", async () => {
    await account.fault("duplicate_delivery", {
      when: "between_load_and_save",
      twin: "crashes_between_saves",
    });
    expect(await account.write(bid, "k")).toMatchObject({ class: "conflict" });
    expect(await account.look("ledger", "k")).toMatchObject({ custrecord_cs_state: "started" });
    expect(await account.probe(bid, "k")).toMatchObject({ class: "applied" });
    expect(await account.commits("k")).toHaveLength(1);
  });
  it("whose twin took the ledger row over is not released by the one that lost", async () => {
    await account.fault("duplicate_delivery", { when: "between_load_and_save", twin: "crashes_before_save" });
    await account.fault("external_edit", { when: "between_load_and_save", value: "1.42" });
    expect(await account.write(bid, "k")).toMatchObject({ class: "conflict" });
    expect(await account.look("ledger", "k")).toMatchObject({
      custrecord_cs_state: "started",
      custrecord_cs_attempt: "2",
    });
    expect(await account.commits("k")).toHaveLength(0);
  });
});

describe("a crash", () => {
  it("between business save and ledger save is resolved by the probe: the value is there", async () => {
    await account.fault("crash_between_saves");
    expect(await account.write(bid, "k")).toMatchObject({ class: "unknown" });
    expect(await account.look("ledger", "k")).toMatchObject({ custrecord_cs_state: "started" });
    expect(await account.probe(bid, "k")).toMatchObject({ class: "applied", readback: [{ value: "1.48" }] });
    expect(await account.write(bid, "k")).toMatchObject(again);
    expect(await account.commits("k")).toHaveLength(1);
  });
  it("before the business save leaves a started row; sending again writes once", async () => {
    await account.fault("crash_before_save");
    expect(await account.write(bid, "k")).toMatchObject({ class: "unknown" });
    expect(await account.probe(bid, "k")).toMatchObject({ class: "started", liveMatches: "from" });
    expect(await account.write(bid, "k")).toMatchObject(once);
    expect(await account.commits("k")).toHaveLength(1);
  });
  it("after which a colleague put the old value back is never written a second time: a person must look", async () => {
    await account.fault("crash_between_saves");
    await account.write(bid, "k");
    await account.edit("bid_price", BID, { price: "1.42" });
    expect(await account.probe(bid, "k")).toMatchObject({ class: "started", liveMatches: "neither" });
    expect(await account.write(bid, "k")).toMatchObject({ class: "stale", reason: "from_mismatch" });
    expect(await account.commits("k")).toHaveLength(1);
  });
  it.each(["crash_between_saves", "crash_before_save"] as const)(
    "%s of a create leaves one record in the end",
    async (kind) => {
      await account.fault(kind);
      expect(await account.write(payloads.inventory_adjustment, "k")).toMatchObject({ class: "unknown" });
      const created = kind === "crash_between_saves";
      expect((await account.probe(payloads.inventory_adjustment, "k")).class).toBe(
        created ? "applied" : "started",
      );
      expect(await account.write(payloads.inventory_adjustment, "k")).toMatchObject({
        class: "applied",
        duplicate: created,
      });
      expect(await account.commits("k")).toHaveLength(1);
      expect(await account.look("on_hand", "10521:Dallas DC")).toMatchObject({ quantityonhand: "210" });
    },
  );
});

describe("an outsider's edit between load and save", () => {
  it("of the same field ends stale after the conflict", async () => {
    await account.fault("external_edit", { when: "between_load_and_save", value: "1.60" });
    expect(await account.write(bid, "k")).toMatchObject({ class: "conflict" });
    expect(await account.probe(bid, "k")).toMatchObject({ class: "not_found", live: [{ value: "1.6" }] });
    expect(await account.write(bid, "k")).toMatchObject({ class: "stale" });
    expect(await account.commits("k")).toHaveLength(0);
  });
  it("of something else is sent again and written once", async () => {
    await account.fault("external_edit", { when: "between_load_and_save", value: "1.42" });
    expect(await account.write(bid, "k")).toMatchObject({ class: "conflict" });
    expect(await account.probe(bid, "k")).toMatchObject({ class: "not_found", live: [{ value: "1.42" }] });
    expect(await account.write(bid, "k")).toMatchObject(once);
    expect(await account.commits("k")).toHaveLength(1);
  });
});
