import { describe, expect, test } from "vitest";
import { ACTION_TYPES, type ActionType, DEFINITIONS, actionTypeOf } from "@/lib/action-types/registry";
import { detailText, piecesOfDetail } from "@/lib/action-types/shared/detail";
import type { LiveRead } from "@/lib/action-types/shared/definition";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import { empty, examples } from "./testing/read-examples";

describe("the words about a write", () => {
  const details = (type: ActionType, context: Record<string, unknown>, live: LiveRead | null = null) =>
    actionTypeOf(type)!
      .details({ ...examples[type].payload, context }, live)
      .map(detailText);
  const sentence = (type: ActionType, more: Partial<ProposalPayload>, live: LiveRead | null = null) =>
    actionTypeOf(type)!.sentence({ ...examples[type].payload, ...more }, live);
  const reading = (facts: LiveRead["facts"]): LiveRead => ({ ...empty, facts });
  test.each<[ActionType, string]>([
    ["ar_note", "title"],
    ["ar_note", "subject"],
    ["note_attachment", "title"],
    ["inventory_adjustment", "memo"],
    ["inventory_adjustment", "reason"],
    ["assembly_build", "memo"],
  ])("%s: the %s, which is written as well", (type, key) => {
    expect(details(type, { [key]: "Wire to the new account" }).join()).toContain("“Wire to the new account”");
  });
  test("every text that is written beside the changes has a case above", () => {
    const written = DEFINITIONS.flatMap(({ type, target }) =>
      target.filter((part) => part.written).map((part) => `${type}.${part.name}`),
    );
    expect(written.sort()).toEqual([
      "ar_note.title",
      "assembly_build.memo",
      "assembly_build.trandate",
      "inventory_adjustment.memo",
      "note_attachment.title",
    ]);
  });
  test("a build says where, what it makes of the stock, from which BOM, for how many there are components, and its day", () => {
    const bom = { bom_name: "Garden salad mix", revision_name: "R3" };
    const many = reading({ on_hand: "240", ...bom, buildable_quantity: "1020" });
    expect(details("assembly_build", { location: "Plant 2", date: "2026-11-20" }, many)).toEqual([
      "at Plant 2",
      "brings 240 on hand to 640",
      "BOM Garden salad mix, revision R3",
      "components on hand for 1,020",
      "dated 2026-11-20",
    ]);
    expect(details("assembly_build", {}, reading({ buildable_quantity: "399" }))).toEqual([
      "components on hand for only 399",
    ]);
  });
  test("a list price says level and quantity, and the base level where neither is named", () => {
    expect(details("item_price_update", { level: "Wholesale", quantity_break: 25 })).toEqual([
      "price level Wholesale",
      "from 25 units",
    ]);
    expect(details("item_price_update", {})).toEqual(["price level Base"]);
    expect(details("item_price_update", { currency: "CAD" })).toEqual(["price level Base", "in CAD"]);
    expect(sentence("item_price_update", { context: {} })).toBe(
      "Raise the list price of Item 10472 from $1.41 to $1.45 on price level Base",
    );
  });
  test("a customer price names its customer on a card that could not be read", () => {
    expect(details("customer_price_update", { customer: "C-9" })).toEqual(["for C-9"]);
    expect(
      details("customer_price_update", { customer: "C-9" }, examples.customer_price_update.live),
    ).toEqual([]);
  });
  test("new payment terms come with their days, what the customer owes, what is late, and the limit", () => {
    const of = (overdue_cents: number) => {
      const owing = { balance_cents: 1_824_000, overdue_cents, credit_limit_cents: 6_000_000 };
      const discount = { held_terms_discount_percent: "2", held_terms_discount_days: "10" };
      const facts = { ...owing, ...discount, held_terms_days: "30", terms_days: "45" };
      return details("customer_terms_change", {}, reading(facts));
    };
    expect(of(196_000)).toEqual([
      "now due in 30 days, 2% off within 10",
      "then due in 45 days",
      "owes $18,240",
      "overdue $1,960",
      "credit limit $60,000",
      "applies to new orders and invoices",
    ]);
    expect(of(0)).toContain("nothing overdue");
    expect(details("customer_terms_change", {})).toEqual(["applies to new orders and invoices"]);
  });
  test("a BOM change says which revision, and weighs the yield alone as what is lost", () => {
    expect(details("bom_change", { component: "10542" })).toEqual([
      "Garden salad mix",
      "the revision in effect when it is written",
    ]);
    const { payload, live } = examples.bom_change;
    const alone = { ...payload, changes: [{ field: "componentyield", from: "80", to: "64" }] };
    // 0.5 cases instead of 0.4, 6,240 times at $13.90.
    expect(actionTypeOf("bom_change")!.weigh(alone, live)).toMatchObject({
      movementPercent: "25",
      impactCents: 867_360,
      complete: true,
    });
    expect(sentence("bom_change", alone, live)).toBe(
      "In BOM Garden salad mix, revision R3, change the yield of Romaine 24 ct from 80 % to 64 %",
    );
  });
  test("an adjustment says where, and what it leaves of what was on hand", () => {
    const { payload } = examples.inventory_adjustment;
    const context = { location: " ", location_id: "Plant 2" };
    const said = (to: string) =>
      actionTypeOf("inventory_adjustment")!
        .details(
          { ...payload, changes: [{ field: "adjustqtyby", to }], context },
          reading({ on_hand: "520" }),
        )
        .map(detailText);
    expect(said("-412")).toEqual(["at Plant 2", "leaves 108 of 520 on hand"]);
    expect(said("-600")).toEqual(["at Plant 2", "takes more than there is: leaves −80 of 520 on hand"]);
    expect(said("80")).toEqual(["at Plant 2", "brings 520 on hand to 600"]);
    expect(sentence("inventory_adjustment", { context })).toMatch(/ at Plant 2: −150, leaves 210 on hand$/);
    const unknown = [{ field: "adjustqtyby", to: "-1000" }];
    expect(sentence("inventory_adjustment", { context, changes: unknown })).toMatch(/ at Plant 2$/);
    const tooMany = sentence("inventory_adjustment", { changes: unknown }, reading({ on_hand: "520" }));
    expect(tooMany).toMatch(/: −1,000, leaves −480 on hand$/);
  });
  test("a bid price names its customer where no bid does", () => {
    expect(sentence("bid_price_update", { context: { customer: "C-9" } })).toMatch(/ for C-9$/);
  });
  test("a revocation says no more than its payload writes", () => {
    const { changes } = examples.customer_credit_revoke.payload;
    const said = (field: string) =>
      sentence("customer_credit_revoke", { changes: changes.filter((change) => change.field === field) });
    expect(said("creditlimit")).toBe("Revoke the credit limit of $120,000.00 of C-2");
    expect(said("creditholdoverride")).toBe("Hold new orders of C-2");
  });
  test("a text of the payload is a piece of its own, apart from our words and from names of NetSuite's", () => {
    const pieces = (type: ActionType, context: Record<string, unknown>, live: LiveRead | null = null) =>
      actionTypeOf(type)!
        .details({ ...examples[type].payload, context }, live)
        .map(piecesOfDetail);
    const memo = "Count” · record verified";
    expect(
      pieces("inventory_adjustment", { location: "Plant 2", memo }, reading({ on_hand: "360" })),
    ).toEqual([
      { words: "at", text: "Plant 2" },
      { words: "leaves 210 of 360 on hand", text: null },
      { words: "memo", text: memo },
    ]);
    expect(pieces("ar_note", { title: memo })).toEqual([{ words: "titled", text: memo }]);
    expect(pieces("bid_price_update", { bid: memo })).toEqual([{ words: "", text: memo }]);
    const { live } = examples.vendor_cost_update;
    expect(pieces("vendor_cost_update", { vendor: memo })).toEqual([{ words: "vendor", text: memo }]);
    expect(pieces("vendor_cost_update", { vendor: memo }, live)).toEqual([
      { words: "vendor Valley Berry Growers", text: null },
    ]);
  });
  test("no text of the payload stands among our words", () => {
    for (const { type, target, details: of } of DEFINITIONS) {
      const names = target.filter(({ kind }) => kind === undefined).flatMap(({ from }) => from);
      const context = Object.fromEntries(names.map((name) => [name, "Forged"]));
      const said = of({ ...examples[type].payload, entity_ref: "Forged", context, record: undefined }, null);
      expect(said.map((detail) => piecesOfDetail(detail).words).join(), type).not.toContain("Forged");
    }
  });
  test("an undo names no ids: they are read again", () => {
    const record = { type: "customer", id: "701" };
    for (const type of ACTION_TYPES)
      expect(actionTypeOf(type)!.undo({ ...examples[type].payload, record })?.record).toBeUndefined();
  });
});
