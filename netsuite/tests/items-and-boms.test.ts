import { describe, expect, it } from "vitest";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import { useAccount } from "../testing/use-account";
import { EXAMPLE_PAYLOADS as payloads } from "@/lib/action-types/payload/examples";

const account = useAccount();
const once = { class: "applied", duplicate: false };
const again = { class: "applied", duplicate: true };

const terminal = (code: string) => ({ class: "terminal", code });
const missing = { class: "stale", reason: "record_missing" };

describe("a list price", () => {
  const list: ProposalPayload = payloads.item_price_update;
  const of = (context: Record<string, unknown>, to = "2"): ProposalPayload => ({
    ...list,
    changes: [{ field: "price", to }],
    context,
  });

  it("is written into one cell of the matrix and nowhere else", async () => {
    await account.write(list, "k");
    expect((await account.commits("k"))[0]).toMatchObject({
      record: { type: "inventoryitem", id: "301" },
      changes: [{ field: "price1[1].price_2_", from: "1.41", to: "1.45" }],
    });
  });
  it("is the base price from the first unit where neither level nor quantity is named", async () => {
    await account.write(of({}), "k");
    expect((await account.commits("k"))[0]?.changes).toEqual([
      { field: "price1[0].price_1_", from: "1.55", to: "2" },
    ]);
  });
  it.each([{ price_level: "wholesale" }, { price_level: "2" }, { price_level: "2", currency: "usd" }])(
    "is found by %j",
    async (context) => {
      expect(await account.read(of(context))).toMatchObject({
        class: "read",
        facts: { level_id: "2", level_name: "Wholesale", break_quantity: "0", currency: "USD" },
      });
    },
  );
  it("follows its quantity when a break is added before it", async () => {
    await account.edit("item", "10472", { price1_breaks: "0,10,25,100" });
    await account.write({ ...of({ quantity_break: "25.0" }) }, "k");
    expect((await account.commits("k"))[0]?.changes).toMatchObject([{ field: "price1[0].price_3_" }]);
  });
  it.each([{ price_level: "Retail" }, { quantity_break: 30 }, { currency: "CAD" }])(
    "of %j, which the item has not, is no record",
    async (context) => {
      expect(await account.read(of(context))).toMatchObject(missing);
      expect(await account.write(of(context), "k")).toMatchObject(missing);
    },
  );
  it("weighs everybody's volume", async () => {
    const answer = await account.read(list);
    const { unit_volume_year: all } = answer.class === "read" ? answer.facts : {};
    const own = await account.read(payloads.bid_price_update);
    const { unit_volume_year: one } = own.class === "read" ? own.facts : {};
    expect(Number(all)).toBeGreaterThan(Number(one));
  });
  it("of an assembly is one as well", async () => {
    expect(await account.write({ ...of({}), entity_ref: "20110" }, "k")).toMatchObject({
      class: "applied",
      record: { type: "assemblyitem", id: "401" },
    });
  });
});

describe("a vendor's cost", () => {
  const cost: ProposalPayload = payloads.vendor_cost_update;

  it("stands with its vendor, other vendors' untouched", async () => {
    const payload = {
      ...cost,
      entity_ref: "10503",
      changes: [{ field: "purchaseprice", to: "24.5" }],
      context: { vendor: "Continental Produce Exchange" },
    };
    await account.write(payload, "k");
    expect((await account.commits("k"))[0]?.changes).toEqual([
      { field: "itemvendor[1].purchaseprice", from: "24.3", to: "24.5" },
    ]);
  });
  it("tells vendor, currency and volume", async () => {
    expect(await account.read({ ...cost, context: { vendor: "V-100" } })).toMatchObject({
      values: [{ field: "purchaseprice", value: "0.92" }],
      facts: { vendor_id: "601", vendor_name: "Valley Berry Growers", currency: "USD" },
    });
  });
  it("of a vendor that does not sell the item is no record", async () => {
    expect(await account.read({ ...cost, context: { vendor: "Rio Grande Citrus" } })).toMatchObject(missing);
  });
  it("that stands twice, once per subsidiary, is not guessed at", async () => {
    const line = { vendor: "601", purchaseprice: "0.92" };
    await account.edit("item", "10472", { itemvendor: [line, line] });
    expect(await account.write(cost, "k")).toMatchObject(terminal("AMBIGUOUS_TARGET"));
  });
});

describe("an assembly build", () => {
  const build: ProposalPayload = payloads.assembly_build;
  const onHand = async (sku: string) =>
    String((await account.look("on_hand", `${sku}:Plant 2`)).quantityonhand);

  it("makes the assembly and takes the components of the BOM, with what is lost of them", async () => {
    const before = { mix: await onHand("20110"), romaine: await onHand("10542") };
    expect(await account.write(build, "cs-1-1")).toMatchObject({
      class: "applied",
      record: { type: "assemblybuild" },
    });
    expect(Number(await onHand("20110"))).toBe(Number(before.mix) + 100);
    // 0.32 a case, of which 85 % is left.
    expect(Number(await onHand("10542"))).toBeCloseTo(Number(before.romaine) - 37.64705, 5);
    expect(await account.look("assembly_build", "cs-1-1")).toMatchObject({
      item: "401",
      location: "2",
      subsidiary: "1",
      quantity: "100",
      billofmaterialsrevision: "522",
      memo: "Saturday's orders",
      trandate: expect.stringMatching(/^2026-11-(19|20)/),
    });
  });
  it("tells stock, cost, BOM and for how many there are components", async () => {
    await account.edit("on_hand", "10585:Plant 2", { quantityonhand: "5" });
    expect(await account.read(build)).toMatchObject({
      values: [{ field: "quantity", value: null }],
      facts: {
        unit_cost: "10.85",
        on_hand: await onHand("20110"),
        bom_name: "Garden salad mix",
        revision_name: "R3",
        // 5 cases of carrots at 0.05, of which 92 % is left.
        buildable_quantity: "92",
        currency: "USD",
      },
    });
  });
  it("for which components are missing is refused by the account for good, and moves nothing", async () => {
    await account.edit("on_hand", "10585:Plant 2", { quantityonhand: "5" });
    const before = await onHand("20110");
    expect(await account.write(build, "k")).toMatchObject(terminal("USER_ERROR"));
    expect(await account.commits("k")).toHaveLength(0);
    expect(await onHand("20110")).toBe(before);
    await account.edit("on_hand", "10585:Plant 2", { quantityonhand: "500" });
    expect(await account.write(build, "k"), "once a person has seen to it").toMatchObject(once);
  });
  it("in a closed period is refused for good, and written once when the period is open again", async () => {
    await account.fault("closed_period", { key: "k" });
    expect(await account.write(build, "k")).toMatchObject(terminal("CLOSED_TRAN_PRD"));
    expect(await account.probe(build, "k")).toMatchObject({ class: "started", liveMatches: "from" });
    expect(await account.write(build, "k")).toMatchObject(once);
    expect(await account.commits("k")).toHaveLength(1);
  });
  it("of what is no assembly is refused", async () => {
    expect(await account.read({ ...build, entity_ref: "10472" })).toMatchObject(terminal("NOT_AN_ASSEMBLY"));
  });
  it("of an assembly whose BOM has no revision in effect is refused", async () => {
    for (const id of ["521", "522"])
      await account.edit("bom_revision", id, { effectiveenddate: "2020-01-01" });
    expect(await account.read(build)).toMatchObject(terminal("NO_BOM_IN_EFFECT"));
  });
  it("by another revision than the one approved is not written", async () => {
    const record = { type: "assemblyitem", id: "401", item_id: "401", location_id: "2", revision_id: "522" };
    await account.edit("bom_revision", "522", { isinactive: "T" });
    await account.edit("bom_revision", "521", { effectiveenddate: null });
    expect(await account.write({ ...build, record }, "k")).toMatchObject({
      class: "stale",
      reason: "target_changed",
    });
    expect(await account.commits("k")).toHaveLength(0);
  });
});

describe("a BOM change", () => {
  const change: ProposalPayload = payloads.bom_change;
  const component = "Garden salad mix:10542";

  it("is written into the revision in effect, and only there", async () => {
    await account.write(change, "k");
    expect((await account.commits("k"))[0]).toMatchObject({
      record: { type: "bomrevision", id: "522" },
      changes: [
        { field: "component[0].bomquantity", from: "0.32", to: "0.34" },
        { field: "component[0].componentyield", from: "85", to: "82.5" },
      ],
    });
  });
  it("may name another revision", async () => {
    const named = { ...change, context: { component: "10542", revision: "R2" } };
    expect(await account.write(named, "k")).toMatchObject({ class: "applied", record: { id: "521" } });
    expect(await account.read({ ...named, context: { ...named.context, revision: "R9" } })).toMatchObject(
      missing,
    );
  });
  it("tells what a year's builds take of the component", async () => {
    expect(await account.read(change)).toMatchObject({
      facts: {
        bom_name: "Garden salad mix",
        revision_name: "R3",
        item_name: "Romaine 24 ct",
        bom_quantity: "0.32",
        component_yield: "85",
        unit_cost: "13.9",
        units_built_year: "6240",
        currency: "USD",
      },
    });
  });
  it("of a component that the BOM has not, or has twice, is written nowhere", async () => {
    const other = { ...change, context: { component: "10472" } };
    expect(await account.read(other)).toMatchObject(missing);
    const line = { item: "318", bomquantity: "0.32", componentyield: "85" };
    await account.edit("bom_revision", "522", { component: [line, line] });
    expect(await account.write(change, "k")).toMatchObject(terminal("AMBIGUOUS_TARGET"));
  });

  describe("whose record has no time of its last change", () => {
    it("tells no such time, nor when it was written", async () => {
      const answer = await account.read(change);
      expect(answer.class === "read" && answer.facts).not.toHaveProperty("last_modified_at");
      expect(await account.write(change, "k")).toMatchObject({ class: "applied", committedAt: null });
    });
    it("a crash before the save is never sent again by itself: nobody can say that nothing was written", async () => {
      await account.fault("crash_before_save");
      expect(await account.write(change, "k")).toMatchObject({ class: "unknown" });
      expect(await account.probe(change, "k")).toMatchObject({ class: "started", liveMatches: "neither" });
      expect(await account.write(change, "k")).toMatchObject({ class: "stale", reason: "from_mismatch" });
      expect(await account.commits("k")).toHaveLength(0);
    });
    it("a crash after the save is found by its values", async () => {
      await account.fault("crash_between_saves");
      expect(await account.write(change, "k")).toMatchObject({ class: "unknown" });
      expect(await account.probe(change, "k")).toMatchObject({ class: "applied" });
      expect(await account.write(change, "k")).toMatchObject(again);
      expect(await account.commits("k")).toHaveLength(1);
    });
    it("a crash after which a colleague put the old values back is not written a second time", async () => {
      await account.fault("crash_between_saves");
      await account.write(change, "k");
      await account.edit("bom_component", component, { bomquantity: "0.32", componentyield: "85" });
      expect(await account.probe(change, "k")).toMatchObject({ class: "started", liveMatches: "neither" });
      expect(await account.write(change, "k")).toMatchObject({ class: "stale" });
      expect(await account.commits("k")).toHaveLength(1);
    });
    it("a save that met another's is known to have written nothing, and is sent again", async () => {
      await account.fault("external_edit", { when: "between_load_and_save", value: "0.32" });
      expect(await account.write(change, "k")).toMatchObject({ class: "conflict" });
      expect(await account.probe(change, "k")).toMatchObject({ class: "not_found" });
      expect(await account.write(change, "k")).toMatchObject(once);
    });
  });
});

it("an assembly's stock is corrected like any other", async () => {
  const payload = {
    ...payloads.inventory_adjustment,
    entity_ref: "20110",
    changes: [{ field: "adjustqtyby", to: -2 }],
  };
  const before = await account.look("on_hand", "20110:Dallas DC");
  expect(await account.write(payload, "k")).toMatchObject({ class: "applied" });
  const after = await account.look("on_hand", "20110:Dallas DC");
  expect(Number(after.quantityonhand)).toBe(Number(before.quantityonhand) - 2);
});
