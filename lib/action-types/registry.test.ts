import { describe, expect, test } from "vitest";
import { findPayloadIssues } from "@/lib/action-types/payload/check-payload";
import { EXAMPLE_PAYLOADS } from "@/lib/action-types/payload/examples";
import {
  ACTION_TYPES,
  type ActionType,
  DEFINITIONS,
  actionTypeOf,
  fieldOf,
} from "@/lib/action-types/registry";
import type { LiveRead } from "@/lib/action-types/shared/definition";
import type { ProposalPayload } from "@/lib/core/payload/payload";

const empty: LiveRead = { recordName: null, values: {}, facts: {} };

interface Row {
  /** Replaces parts of the definition's example. */
  payload?: Partial<ProposalPayload>;
  live?: Partial<LiveRead>;
  weighed: Record<string, unknown>;
  sentence: string;
  undo: ProposalPayload["changes"] | null;
  /** Whether figures are missing when NetSuite says nothing about the record. */
  completeWithoutFacts: boolean;
}

const line = (entity_ref: string, from: string, to: string, customer: string) => ({
  entity_ref,
  changes: [{ field: "price", from, to }],
  context: { customer },
});
const readLine = (price: string, unit_volume_year: string, customer_name: string, impactCents: number) => ({
  recordName: null,
  values: { price },
  facts: { currency: "USD", unit_volume_year, customer_name },
  impactCents,
});

const rows: Record<ActionType, Row> = {
  bid_price_update: {
    live: {
      values: { price: "1.42" },
      facts: {
        currency: "USD",
        customer_name: "Driscoll's",
        item_name: "Strawberries",
        unit_volume_year: "9000",
      },
    },
    weighed: { movementPercent: "4.2254", impactCents: 54_000, customerRef: "Driscoll's", sku: "10472" },
    sentence: "Raise the bid price of Strawberries from $1.42 to $1.48 on bid B5875",
    undo: [{ field: "price", from: 1.48, to: 1.42 }],
    completeWithoutFacts: false,
  },
  sales_order_line_price: {
    payload: { context: { line_unique_key: "1", sku: "10501" } },
    live: {
      values: { rate: "31.5" },
      facts: { currency: "USD", customer_name: "Riverbend Foods", item_name: "Limes", order_quantity: "24" },
    },
    weighed: {
      movementPercent: "-1.9048",
      impactCents: -1_440,
      customerRef: "Riverbend Foods",
      sku: "10501",
    },
    sentence: "Lower the line rate of Limes on SO-22984 from $31.50 to $30.90",
    undo: [{ field: "rate", from: "30.90", to: "31.50" }],
    completeWithoutFacts: false,
  },
  customer_price_update: {
    live: {
      values: { price: "11.4" },
      facts: {
        currency: "USD",
        customer_name: "Driscoll's",
        item_name: "Strawberries",
        unit_volume_year: "1000",
      },
    },
    weighed: { movementPercent: "1.0526", impactCents: 12_000, customerRef: "Driscoll's", sku: "10473" },
    sentence: "Raise the price of Strawberries from $11.40 to $11.52 for Driscoll's",
    undo: [{ field: "price", from: "11.52", to: "11.40" }],
    completeWithoutFacts: false,
  },
  item_price_update: {
    live: {
      values: { price: "1.41" },
      facts: {
        currency: "USD",
        item_name: "Strawberries",
        level_name: "Wholesale",
        break_quantity: "25",
        unit_volume_year: "20000",
      },
    },
    weighed: {
      movementPercent: "2.8369",
      impactCents: 80_000,
      basis: "a year at most, 20,000 units",
      customerRef: null,
      sku: "10472",
    },
    sentence:
      "Raise the list price of Strawberries from $1.41 to $1.45 on price level Wholesale from 25 units",
    undo: [{ field: "price", from: "1.45", to: "1.41" }],
    completeWithoutFacts: false,
  },
  vendor_cost_update: {
    live: {
      values: { purchaseprice: "0.92" },
      facts: {
        currency: "USD",
        item_name: "Strawberries",
        vendor_name: "Valley Berry Growers",
        unit_volume_year: "20000",
      },
    },
    weighed: { movementPercent: "5.4348", impactCents: 100_000, customerRef: null, sku: "10472" },
    sentence: "Raise the purchase price of Strawberries from $0.92 to $0.97 at vendor Valley Berry Growers",
    undo: [{ field: "purchaseprice", from: "0.97", to: "0.92" }],
    completeWithoutFacts: false,
  },
  assembly_build: {
    payload: { changes: [{ field: "quantity", to: "400" }], context: { location: "Plant 2" } },
    live: { facts: { item_name: "Garden salad mix", unit_cost: "10.85", on_hand: "240" } },
    weighed: { movementPercent: null, impactCents: 434_000, customerRef: null, sku: "20110" },
    sentence: "Build 400 of Garden salad mix at Plant 2 from the components of its BOM",
    undo: null,
    completeWithoutFacts: false,
  },
  bom_change: {
    payload: {
      changes: [
        { field: "bomquantity", from: "0.32", to: "0.36" },
        { field: "componentyield", from: "80", to: "90" },
      ],
    },
    live: {
      values: { bomquantity: "0.32", componentyield: "80" },
      facts: {
        currency: "USD",
        item_name: "Romaine 24 ct",
        bom_name: "Garden salad mix",
        revision_name: "R3",
        bom_quantity: "0.32",
        component_yield: "80",
        unit_cost: "13.9",
        units_built_year: "6240",
      },
    },
    // 0.4 cases are taken from the stock before and after: more of it, but less lost.
    weighed: { movementPercent: "0", impactCents: 0, customerRef: null, sku: "10542" },
    sentence:
      "In BOM Garden salad mix, revision R3, change Romaine 24 ct from 0.32 to 0.36 per build and its yield from 80 % to 90 %",
    undo: [
      { field: "bomquantity", from: "0.36", to: "0.32" },
      { field: "componentyield", from: "90", to: "80" },
    ],
    completeWithoutFacts: false,
  },
  inventory_adjustment: {
    live: { values: { adjustqtyby: "360" }, facts: { item_name: "Avocados", unit_cost: "41.2" } },
    weighed: { movementPercent: null, impactCents: -618_000, customerRef: null, sku: "10521" },
    sentence: "Take 150 from the stock of Avocados at Dallas DC",
    undo: [{ field: "adjustqtyby", to: "150" }],
    completeWithoutFacts: false,
  },
  customer_credit_limit: {
    live: {
      values: { creditlimit: "60000" },
      facts: { currency: "USD", customer_name: "Coastal Pantry" },
    },
    weighed: { movementPercent: null, impactCents: 1_500_000, customerRef: "Coastal Pantry", sku: null },
    sentence: "Set the credit limit of Coastal Pantry from $60,000.00 to $75,000.00",
    undo: [{ field: "creditlimit", from: 75_000, to: 60_000 }],
    completeWithoutFacts: true,
  },
  customer_credit_revoke: {
    payload: { entity_ref: "C-2" },
    live: {
      values: { creditlimit: "120000" },
      facts: { currency: "USD", customer_name: "Halvorsen Markets" },
    },
    weighed: { movementPercent: null, impactCents: -12_000_000, customerRef: "Halvorsen Markets", sku: null },
    sentence: "Revoke the credit limit of $120,000.00 of Halvorsen Markets and hold new orders",
    undo: [{ field: "creditlimit", from: "0", to: "120000" }],
    completeWithoutFacts: true,
  },
  ar_note: {
    payload: { entity_ref: "C-3" },
    live: { facts: { customer_name: "Coastal Pantry" } },
    weighed: { movementPercent: null, impactCents: 0, customerRef: "Coastal Pantry", sku: null },
    sentence: "Add the note “Promised to pay on Friday.” to Coastal Pantry",
    undo: null,
    completeWithoutFacts: true,
  },
  note_attachment: {
    payload: { context: { title: "Pallet" } },
    live: { facts: { customer_name: "Coastal Pantry" } },
    weighed: { movementPercent: null, impactCents: 0, customerRef: "Coastal Pantry", sku: null },
    sentence: "Attach the note “Photo of the delivered pallet is on file.”, titled “Pallet”, to SO-22984",
    undo: null,
    completeWithoutFacts: true,
  },
  customer_terms_change: {
    live: {
      values: { terms: "Net 30" },
      facts: {
        currency: "USD",
        customer_name: "Coastal Pantry",
        balance_cents: 18_240_00,
        overdue_cents: 0,
        credit_limit_cents: 60_000_00,
        open_orders_cents: 1_250_00,
      },
    },
    weighed: { movementPercent: null, impactCents: 0, customerRef: "Coastal Pantry", sku: null },
    sentence: "Change the payment terms of Coastal Pantry from Net 30 to Net 45",
    undo: [{ field: "terms", from: "Net 45", to: "Net 30" }],
    completeWithoutFacts: true,
  },
  bulk_price_roll: {
    payload: {
      lines: [
        line("10472", "1.42", "1.48", "Driscoll's"),
        line("10501", "2.00", "1.90", "Driscoll's"),
        line("10472", "1.50", "1.51", "Wholesome"),
      ],
    },
    live: {
      facts: { currency: "USD" },
      lines: [
        readLine("1.42", "9000", "Driscoll's", 54_000),
        readLine("2.00", "100", "Driscoll's", -1_000),
        readLine("1.50", "1000", "Wholesome", 1_000),
      ],
    },
    // 9,000 × $0.06 up, 100 × $0.10 down and 1,000 × $0.01 up: none of them takes off from another.
    weighed: { impactCents: 56_000, movementPercent: "-5", customerRef: null, sku: null },
    sentence: "Raise 2 prices and lower 1 for 2 customers, +$540 a year",
    undo: [],
    completeWithoutFacts: false,
  },
  vendor_cost_roll: {
    payload: { lines: EXAMPLE_PAYLOADS.vendor_cost_roll.lines!.slice(0, 1) },
    live: {
      facts: { currency: "USD" },
      lines: [
        {
          recordName: null,
          values: { purchaseprice: "0.92" },
          facts: { currency: "USD", unit_volume_year: "9000", vendor_name: "Valley Berry Growers" },
          impactCents: 27_000,
        },
      ],
    },
    weighed: { impactCents: 27_000, movementPercent: "3.2609", customerRef: null },
    sentence: "Raise 1 cost for Valley Berry Growers, +$270 a year",
    undo: [],
    completeWithoutFacts: false,
  },
  email_draft: {
    weighed: { impactCents: 0, movementPercent: null, customerRef: "Coastal Pantry" },
    sentence:
      "Keep the draft “Your credit limit” to orders@coastal.example for Coastal Pantry; nothing is sent",
    undo: null,
    completeWithoutFacts: true,
  },
  cache_invalidation: {
    weighed: { impactCents: 0, movementPercent: null, customerRef: null },
    sentence: "Have every reader of the cache “price-book” fetch it anew",
    undo: null,
    completeWithoutFacts: true,
  },
};

/** Each row with the payload and the live read that it is about. */
const examples = Object.fromEntries(
  ACTION_TYPES.map((type) => {
    const { payload, live, ...expected } = rows[type];
    return [
      type,
      { ...expected, payload: { ...EXAMPLE_PAYLOADS[type], ...payload }, live: { ...empty, ...live } },
    ];
  }),
) as Record<ActionType, Omit<Row, "payload" | "live"> & { payload: ProposalPayload; live: LiveRead }>;

test("there is an example of every action type, and each can be pushed", () => {
  expect(Object.keys(examples).sort()).toEqual([...ACTION_TYPES].sort());
  for (const { payload } of Object.values(examples)) expect(findPayloadIssues(payload)).toEqual([]);
});

test("a definition declares every fact that it reads, and no others", () => {
  for (const { type, facts, ...definition } of DEFINITIONS) {
    const { payload, live } = examples[type];
    const reads = new Set<string>();
    const watch = <Read extends Omit<LiveRead, "lines">>(read: Read): Read => {
      const get = (target: object, name: string) => (reads.add(name), Reflect.get(target, name));
      return { ...read, facts: new Proxy(read.facts, { get }) };
    };
    const watched = { ...watch(live), lines: live.lines?.map((one) => one && watch(one)) };
    // A fact may stand in for another one that is unknown: ask with all of them, and with none.
    for (const read of [watched, { ...watch(empty), lines: watched.lines }]) {
      definition.weigh(payload, read);
      definition.subject(payload, read);
      definition.details(payload, read);
      definition.sentence(payload, read);
    }
    // The words about single lines of a roll are those of the lines' own type.
    if (definition.lines) actionTypeOf(definition.lines.actionType)!.facts.forEach((fact) => reads.add(fact));
    expect([...reads].sort(), type).toEqual([...facts].sort());
  }
});

test("nobody defines a type that does not exist, nor a member every object has", () => {
  for (const name of ["launch_rocket", "", "constructor", "__proto__", "toString"])
    expect(actionTypeOf(name)).toBeNull();
});

describe.each(ACTION_TYPES)("%s", (type) => {
  const definition = actionTypeOf(type)!;
  const { payload, live, weighed, sentence, undo, completeWithoutFacts } = examples[type];

  test("weighs what NetSuite says", () => {
    expect(definition.weigh(payload, live)).toMatchObject({ ...weighed, complete: true });
  });
  test("says that figures are missing where it needs some, and never calls them zero", () => {
    const bare = definition.weigh(payload, empty);
    expect(bare.complete).toBe(completeWithoutFacts);
    if (!completeWithoutFacts) expect(bare.impactCents).toBeNull();
  });
  test("says the whole change in one sentence", () => {
    expect(definition.sentence(payload, live)).toBe(sentence);
  });
  test("says it from the payload alone where nothing could be read", () => {
    const said = definition.sentence(payload, null);
    expect(said).not.toMatch(/undefined|null|NaN/);
    expect(definition.subject(payload, null)).not.toBe("");
    expect(definition.details(payload, null).every((detail) => detail !== "")).toBe(true);
  });
  test("is undone by a proposal of its own that can be pushed, or not at all", () => {
    const back = definition.undo(payload);
    expect(back?.changes ?? null).toEqual(undo);
    if (back) expect(findPayloadIssues(back)).toEqual([]);
  });
  test("has a title, and a people's word for each of its fields", () => {
    expect(definition.title).not.toBe("");
    for (const change of payload.changes) expect(fieldOf(type, change.field)!.label).toBeTruthy();
  });
});

test("what was written without knowing the old value cannot be taken back by restoring it", () => {
  const { payload } = examples.bid_price_update;
  expect(
    actionTypeOf("bid_price_update")!.undo({ ...payload, changes: [{ field: "price", to: "1.48" }] }),
  ).toBeNull();
  expect(
    actionTypeOf("bid_price_update")!.undo({
      ...payload,
      changes: [{ field: "price", from: null, to: "1.48" }],
    }),
  ).toBeNull();
});

describe("a figure that makes any change look like none is no figure", () => {
  const weigh = (type: ActionType, live: Partial<LiveRead>) => {
    const base = examples[type];
    const facts = { ...base.live.facts, ...live.facts };
    const values = { ...base.live.values, ...live.values };
    return actionTypeOf(type)!.weigh(base.payload, { ...base.live, facts, values });
  };
  test.each<[string, ActionType, Partial<LiveRead>]>([
    ["a live price of zero", "bid_price_update", { values: { price: "0" } }],
    ["no volume", "bid_price_update", { facts: { unit_volume_year: "0" } }],
    ["a live rate of zero", "sales_order_line_price", { values: { rate: "0" } }],
    ["no quantity", "sales_order_line_price", { facts: { order_quantity: "0" } }],
    ["no cost", "inventory_adjustment", { facts: { unit_cost: "0" } }],
    ["a live customer price of zero", "customer_price_update", { values: { price: "0" } }],
    ["a live list price of zero", "item_price_update", { values: { price: "0" } }],
    ["no volume at any level", "item_price_update", { facts: { unit_volume_year: "0" } }],
    ["a live purchase price of zero", "vendor_cost_update", { values: { purchaseprice: "0" } }],
    ["no volume from any vendor", "vendor_cost_update", { facts: { unit_volume_year: "0" } }],
    ["no cost of a build", "assembly_build", { facts: { unit_cost: "0" } }],
    ["no cost of a component", "bom_change", { facts: { unit_cost: "0" } }],
    ["nothing built of a BOM", "bom_change", { facts: { units_built_year: "0" } }],
    ["a live quantity of zero in a BOM", "bom_change", { facts: { bom_quantity: "0" } }],
  ])("%s", (_what, type, live) => {
    expect(weigh(type, {}).complete).toBe(true);
    expect(weigh(type, live).complete).toBe(false);
  });
});

describe("what is said of a write", () => {
  const details = (type: ActionType, context: Record<string, unknown>, live: LiveRead | null = null) =>
    actionTypeOf(type)!.details({ ...examples[type].payload, context }, live);
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
    const facts = {
      on_hand: "240",
      bom_name: "Garden salad mix",
      revision_name: "R3",
      buildable_quantity: "1020",
    };
    expect(
      details(
        "assembly_build",
        { location: "Plant 2", date: "2026-11-20" },
        { recordName: null, values: {}, facts },
      ),
    ).toEqual([
      "at Plant 2",
      "brings 240 on hand to 640",
      "BOM Garden salad mix, revision R3",
      "components on hand for 1,020",
      "dated 2026-11-20",
    ]);
    const few = { recordName: null, values: {}, facts: { buildable_quantity: "399" } };
    expect(details("assembly_build", {}, few)).toEqual(["components on hand for only 399"]);
  });
  test("a list price says level and quantity, and the base level where neither is named", () => {
    expect(details("item_price_update", { level: "Wholesale", quantity_break: 25 })).toEqual([
      "price level Wholesale",
      "from 25 units",
    ]);
    expect(details("item_price_update", {})).toEqual(["price level Base"]);
    expect(details("item_price_update", { currency: "CAD" })).toEqual(["price level Base", "in CAD"]);
    const { payload } = examples.item_price_update;
    expect(actionTypeOf("item_price_update")!.sentence({ ...payload, context: {} }, null)).toBe(
      "Raise the list price of Item 10472 from $1.41 to $1.45 on price level Base",
    );
  });
  test("a customer price names its customer on a card that could not be read", () => {
    expect(details("customer_price_update", { customer: "C-9" })).toEqual(["for C-9"]);
    expect(
      details("customer_price_update", { customer: "C-9" }, examples.customer_price_update.live),
    ).toEqual([]);
  });
  test("new payment terms come with what the customer owes, what is late, and the limit", () => {
    const of = (overdue_cents: number) =>
      details(
        "customer_terms_change",
        {},
        { ...empty, facts: { balance_cents: 1_824_000, overdue_cents, credit_limit_cents: 6_000_000 } },
      );
    expect(of(196_000)).toEqual([
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
    expect(actionTypeOf("bom_change")!.sentence(alone, live)).toBe(
      "In BOM Garden salad mix, revision R3, change the yield of Romaine 24 ct from 80 % to 64 %",
    );
  });
  test("an adjustment says where, and what it leaves of what was on hand", () => {
    const live = { recordName: null, values: {}, facts: { on_hand: "520" } };
    const said = (to: string, context: Record<string, unknown> = { location: " ", location_id: "Plant 2" }) =>
      actionTypeOf("inventory_adjustment")!.details(
        { ...examples.inventory_adjustment.payload, changes: [{ field: "adjustqtyby", to }], context },
        live,
      );
    expect(said("-412")).toEqual(["at Plant 2", "leaves 108 of 520 on hand"]);
    expect(said("80")).toEqual(["at Plant 2", "brings 520 on hand to 600"]);
    const payload = {
      ...examples.inventory_adjustment.payload,
      context: { location: " ", location_id: "Plant 2" },
    };
    expect(actionTypeOf("inventory_adjustment")!.sentence(payload, null)).toMatch(/ at Plant 2$/);
  });
  test("a bid price names its customer where no bid does", () => {
    const { payload } = examples.bid_price_update;
    const said = actionTypeOf("bid_price_update")!.sentence(
      { ...payload, context: { customer: "C-9" } },
      null,
    );
    expect(said).toMatch(/ for C-9$/);
  });
  test("a revocation says no more than its payload writes", () => {
    const { payload } = examples.customer_credit_revoke;
    const said = (field: string) =>
      actionTypeOf("customer_credit_revoke")!.sentence(
        { ...payload, changes: payload.changes.filter((change) => change.field === field) },
        null,
      );
    expect(said("creditlimit")).toBe("Revoke the credit limit of $120,000.00 of C-2");
    expect(said("creditholdoverride")).toBe("Hold new orders of C-2");
  });
  test("what takes it back names no ids: they are read anew", () => {
    const record = { type: "customer", id: "701" };
    for (const type of ACTION_TYPES)
      expect(actionTypeOf(type)!.undo({ ...examples[type].payload, record })?.record).toBeUndefined();
  });
});

test("an item is weighed under NetSuite's own id, or its reference in one spelling", () => {
  const { payload, live } = examples.inventory_adjustment;
  const skuOf = (more: Partial<ProposalPayload>) =>
    actionTypeOf("inventory_adjustment")!.weigh({ ...payload, ...more }, live).sku;
  expect(skuOf({ record: { type: "inventoryitem", id: "312", item_id: "312" } })).toBe("312");
  expect(skuOf({ entity_ref: "ab-1" })).toBe(skuOf({ entity_ref: "AB-1 " }));
});

test("credit is given back as a new limit, a decision of its own kind", () => {
  expect(actionTypeOf("customer_credit_revoke")!.undo(examples.customer_credit_revoke.payload)).toMatchObject(
    { action_type: "customer_credit_limit" },
  );
});
