import { EXAMPLE_PAYLOADS } from "@/lib/action-types/payload/examples";
import { ACTION_TYPES, type ActionType } from "@/lib/action-types/registry";
import type { LiveLine, LiveRead } from "@/lib/action-types/shared/definition";
import type { ProposalPayload } from "@/lib/core/payload/payload";

/** One payload of each action type with the live record it meets, and the figures and words that follow from both. */

export const empty: LiveRead = { recordName: null, values: {}, facts: {} };

interface Row {
  /** Replaces parts of the definition's example. */
  payload?: Partial<ProposalPayload>;
  /** The live record: its values, its facts besides the currency, and the lines of a roll. */
  values?: LiveRead["values"];
  facts?: LiveRead["facts"];
  lines?: LiveRead["lines"];
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
const readLine = (field: string, value: string, impactCents: number, facts: LiveRead["facts"]): LiveLine => ({
  recordName: null,
  values: { [field]: value },
  facts: { currency: "USD", ...facts },
  impactCents,
});

const rows: Record<ActionType, Row> = {
  bid_price_update: {
    values: { price: "1.42" },
    facts: { customer_name: "Driscoll's", item_name: "Strawberries", unit_volume_year: "9000" },
    weighed: { movementPercent: "4.2254", impactCents: 54_000, customerRef: "Driscoll's", sku: "10472" },
    sentence: "Raise the bid price of Strawberries from $1.42 to $1.48 on bid B5875",
    undo: [{ field: "price", from: 1.48, to: 1.42 }],
    completeWithoutFacts: false,
  },
  sales_order_line_price: {
    payload: { context: { line_unique_key: "1", sku: "10501" } },
    values: { rate: "31.5" },
    facts: { customer_name: "Riverbend Foods", item_name: "Limes", order_quantity: "24" },
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
    values: { price: "11.4" },
    facts: { customer_name: "Driscoll's", item_name: "Strawberries", unit_volume_year: "1000" },
    weighed: { movementPercent: "1.0526", impactCents: 12_000, customerRef: "Driscoll's", sku: "10473" },
    sentence: "Raise the price of Strawberries from $11.40 to $11.52 for Driscoll's",
    undo: [{ field: "price", from: "11.52", to: "11.40" }],
    completeWithoutFacts: false,
  },
  item_price_update: {
    values: { price: "1.41" },
    facts: {
      item_name: "Strawberries",
      level_name: "Wholesale",
      break_quantity: "25",
      unit_volume_year: "20000",
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
    values: { purchaseprice: "0.92" },
    facts: { item_name: "Strawberries", vendor_name: "Valley Berry Growers", unit_volume_year: "20000" },
    weighed: { movementPercent: "5.4348", impactCents: 100_000, customerRef: null, sku: "10472" },
    sentence: "Raise the purchase price of Strawberries from $0.92 to $0.97 at vendor Valley Berry Growers",
    undo: [{ field: "purchaseprice", from: "0.97", to: "0.92" }],
    completeWithoutFacts: false,
  },
  assembly_build: {
    payload: { changes: [{ field: "quantity", to: "400" }], context: { location: "Plant 2" } },
    facts: { item_name: "Garden salad mix", unit_cost: "10.85", on_hand: "240" },
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
    values: { bomquantity: "0.32", componentyield: "80" },
    facts: {
      item_name: "Romaine 24 ct",
      bom_name: "Garden salad mix",
      revision_name: "R3",
      bom_quantity: "0.32",
      component_yield: "80",
      unit_cost: "13.9",
      units_built_year: "6240",
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
    values: { adjustqtyby: "360" },
    facts: { item_name: "Avocados", unit_cost: "41.2" },
    weighed: { movementPercent: null, impactCents: -618_000, customerRef: null, sku: "10521" },
    sentence: "Take 150 from the stock of Avocados at Dallas DC: −150, leaves 210 on hand",
    undo: [{ field: "adjustqtyby", to: "150" }],
    completeWithoutFacts: false,
  },
  customer_credit_limit: {
    values: { creditlimit: "60000" },
    facts: { customer_name: "Coastal Pantry" },
    weighed: { movementPercent: null, impactCents: 1_500_000, customerRef: "Coastal Pantry", sku: null },
    sentence: "Set the credit limit of Coastal Pantry from $60,000.00 to $75,000.00",
    undo: [{ field: "creditlimit", from: 75_000, to: 60_000 }],
    completeWithoutFacts: true,
  },
  customer_credit_revoke: {
    payload: { entity_ref: "C-2" },
    values: { creditlimit: "120000" },
    facts: { customer_name: "Halvorsen Markets" },
    weighed: { movementPercent: null, impactCents: -12_000_000, customerRef: "Halvorsen Markets", sku: null },
    sentence: "Revoke the credit limit of $120,000.00 of Halvorsen Markets and hold new orders",
    undo: [{ field: "creditlimit", from: "0", to: "120000" }],
    completeWithoutFacts: true,
  },
  ar_note: {
    payload: { entity_ref: "C-3" },
    facts: { customer_name: "Coastal Pantry" },
    weighed: { movementPercent: null, impactCents: 0, customerRef: "Coastal Pantry", sku: null },
    sentence: "Add the note “Promised to pay on Friday.” to Coastal Pantry",
    undo: null,
    completeWithoutFacts: true,
  },
  note_attachment: {
    payload: { context: { title: "Pallet" } },
    facts: { customer_name: "Coastal Pantry" },
    weighed: { movementPercent: null, impactCents: 0, customerRef: "Coastal Pantry", sku: null },
    sentence: "Attach the note “Photo of the delivered pallet is on file.”, titled “Pallet”, to SO-22984",
    undo: null,
    completeWithoutFacts: true,
  },
  customer_terms_change: {
    values: { terms: "Net 30" },
    facts: {
      customer_name: "Coastal Pantry",
      balance_cents: 18_240_00,
      overdue_cents: 0,
      credit_limit_cents: 60_000_00,
      open_orders_cents: 1_250_00,
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
    lines: [
      readLine("price", "1.42", 54_000, { unit_volume_year: "9000", customer_name: "Driscoll's" }),
      readLine("price", "2.00", -1_000, { unit_volume_year: "100", customer_name: "Driscoll's" }),
      readLine("price", "1.50", 1_000, { unit_volume_year: "1000", customer_name: "Wholesome" }),
    ],
    // 9,000 × $0.06 up, 100 × $0.10 down and 1,000 × $0.01 up: none of them takes off from another.
    weighed: { impactCents: 56_000, movementPercent: "-5", customerRef: null, sku: null },
    sentence: "Raise 2 prices and lower 1 for 2 customers, +$540 a year",
    undo: [],
    completeWithoutFacts: false,
  },
  vendor_cost_roll: {
    payload: { lines: EXAMPLE_PAYLOADS.vendor_cost_roll.lines!.slice(0, 1) },
    lines: [
      readLine("purchaseprice", "0.92", 27_000, {
        unit_volume_year: "9000",
        vendor_name: "Valley Berry Growers",
      }),
    ],
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
export const examples = Object.fromEntries(
  ACTION_TYPES.map((type) => {
    const { payload, values = {}, facts, lines, ...expected } = rows[type];
    const live: LiveRead = { recordName: null, values, facts: { currency: "USD", ...facts }, lines };
    return [type, { ...expected, payload: { ...EXAMPLE_PAYLOADS[type], ...payload }, live }];
  }),
) as Record<
  ActionType,
  Pick<Row, "weighed" | "sentence" | "undo" | "completeWithoutFacts"> & {
    payload: ProposalPayload;
    live: LiveRead;
  }
>;
