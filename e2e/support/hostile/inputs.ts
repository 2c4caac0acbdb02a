import { distributor } from "@countersign/netsuite-simulator/company";
import type { ProposalInput } from "@/lib/contract/actions/proposal";
import { hostileNumber, nearby } from "./numbers";
import { hostileTexts } from "./texts";

/** Proposals of every tier and of most types, with texts and numbers that would make somebody approve another thing. */

export type HostileInput = Pick<ProposalInput, "action_type" | "entity_type" | "entity_ref" | "reason"> & {
  changes?: { field: string; to: string | number }[];
  context?: Record<string, unknown>;
};

/** The same proposals in every run. The agent's prose is of another kind than the texts that it would write. */
export function hostileInputs(count: number): HostileInput[] {
  const prose = hostileTexts(count, 4_000, 5);
  return hostileTexts(count).map(({ text }, index) => ({
    ...kinds[index % kinds.length]!(text, index, Math.floor(index / kinds.length)),
    reason: prose[index]!.text,
  }));
}

/** `round`: how many proposals of this kind came before, where the kind comes once in twenty. */
type Make = (text: string, index: number, round: number) => Omit<HostileInput, "reason">;

export const note: Make = (text, index) => ({
  action_type: "ar_note",
  entity_type: "customer",
  entity_ref: "Riverbend Foods",
  changes: [{ field: "note", to: text }],
  context: index % 2 === 0 ? { title: memoOf(text) } : {},
});

const mail: Make = (text) => {
  const subject = oneLine(text);
  const changes = [
    { field: "to", to: "nobody-yet@coastal.example" },
    { field: "subject", to: subject.trim() === "" ? "Hello" : subject },
    { field: "body", to: text },
  ];
  return { action_type: "email_draft", entity_type: "customer", entity_ref: "Coastal Pantry", changes };
};

const cache: Make = (text) => ({
  action_type: "cache_invalidation",
  entity_type: "cache",
  entity_ref: text.trim().slice(0, 200).toWellFormed().replaceAll("\ufffd", "?").trim() || "x",
});

const adjustment = (sku: string, to: string | number, memo: string) => ({
  action_type: "inventory_adjustment",
  entity_type: "item",
  entity_ref: sku,
  changes: [{ field: "adjustqtyby", to }],
  context: { location: "Dallas DC", memo },
});

/** Items that are cheap enough for a day's small adjustments to stay below a thousand dollars. */
const cheapItems = ["10531", "10532", "10533", "10544", "10562"];

const smallAdjustment: Make = (text, _index, round) => {
  const sku = cheapItems[round % cheapItems.length]!;
  return adjustment(sku, ((round * 7) % 9) - 4 || 2.5, memoOf(text));
};

const hugeAdjustment: Make = (text, index) =>
  adjustment("10546", `${index % 3 === 0 ? "-" : ""}${hostileNumber(index)}`, memoOf(text));

const build: Make = (text, index, round) => ({
  action_type: "assembly_build",
  entity_type: "item",
  entity_ref: "20110",
  changes: [{ field: "quantity", to: round % 4 === 1 ? hostileNumber(index) : (round % 4) + 1.25 }],
  context: {
    location: "Plant 2",
    trandate: `2026-12-${String(round + 1).padStart(2, "0")}`,
    memo: memoOf(text),
  },
});

const bidPrice: Make = (_text, index, round) => {
  const { bid, prices } = customerNamed("Coastal Pantry");
  const { sku, priceCents } = prices[round % prices.length]!;
  return {
    action_type: "bid_price_update",
    entity_type: "item",
    entity_ref: sku,
    changes: [{ field: "price", to: nearby(priceCents, index) }],
    context: { bid_id: bid },
  };
};

const orders = ["SO-22984", "SO-22996", "SO-23012"];

const orderLine: Make = (_text, index, round) => {
  const order = distributor.orders.find(({ number }) => number === orders[round % orders.length])!;
  const line = order.lines[round % 2]!;
  return {
    action_type: "sales_order_line_price",
    entity_type: "sales_order",
    entity_ref: order.number,
    changes: [{ field: "rate", to: round % 5 === 0 ? hostileNumber(index) : nearby(line.rateCents, index) }],
    context: { line_unique_key: line.key, item: line.sku },
  };
};

const bom: Make = (_text, index) => ({
  action_type: "bom_change",
  entity_type: "bom",
  entity_ref: "Spring greens blend",
  changes: [
    { field: "bomquantity", to: hostileNumber(index) },
    { field: "componentyield", to: nearby(88_00, index) },
  ],
  context: { component: "10544" },
});

const listPrice: Make = (_text, index, round) => ({
  action_type: "item_price_update",
  entity_type: "item",
  entity_ref: "10553",
  changes: [{ field: "price", to: round % 2 === 0 ? hostileNumber(index) : nearby(33_70, index) }],
});

const creditLimit: Make = (_text, index, round) => ({
  action_type: "customer_credit_limit",
  entity_type: "customer",
  entity_ref: "Coastal Pantry",
  changes: [{ field: "creditlimit", to: round % 2 === 0 ? hostileNumber(index) : nearby(60_000_00, index) }],
});

const revocation: Make = () => ({
  action_type: "customer_credit_revoke",
  entity_type: "customer",
  entity_ref: "Lakeshore Hospitals",
  changes: [{ field: "creditlimit", to: "0" }],
});

/** Twenty and seventeen kinds of text have no common divisor: each kind of text meets each of these. */
const kinds: readonly Make[] = [
  [note, mail, note, smallAdjustment, cache, note, orderLine, mail, note, build],
  [note, bidPrice, creditLimit, mail, hugeAdjustment, note, bom, listPrice, orderLine, revocation],
].flat();

const memoOf = (text: string) => text.slice(0, 2_000).toWellFormed();

const oneLine = (text: string) =>
  text
    .replaceAll(/[\r\n]/g, " ")
    .slice(0, 200)
    .toWellFormed();

const customerNamed = (name: string) => distributor.customers.find((one) => one.name === name)!;
