import { distributor, purchasePricesOf } from "@countersign/netsuite-simulator/company";
import {
  type DemoAgentName,
  type DemoProposal,
  driftAfterwards,
  history,
  pendingProposals,
} from "../proposals";
import { bid } from "../proposals/customer-prices";
import { blank, customerNamed, dollars } from "../proposals/make";
import { note } from "../proposals/notes";
import { adjust } from "../proposals/stock";
import * as texts from "./texts";

/** The kinds of write that the agents of the past proposed. */
export type PastKind = "note" | "price" | "order" | "stock" | "mail" | "slip" | "cache" | "credit" | "cost";

/**
 * Makes the next proposal of a kind. Each record whose value changes is used once, and none that a proposal of today starts
 * from: whatever the past wrote, today's values are those that the account began with.
 * @throws Error where the account has no further record of that kind.
 */
export function makePastProposals(): (kind: PastKind) => DemoProposal {
  const today = new Set(todaysRecords());
  const prices = distributor.customers
    .flatMap((customer) =>
      customer.prices.map(({ sku, priceCents }) => ({ customer: customer.name, sku, priceCents })),
    )
    .filter(({ customer, sku }) => !today.has(`${customer}:${sku}`));
  const shelves = distributor.items
    .flatMap(({ sku }) => distributor.locations.map((location) => ({ sku, location })))
    .filter(({ sku, location }) => !today.has(`${sku}:${location}`));
  const lines = distributor.orders
    .filter(({ status, customer }) => status === "B" && customer !== "Halvorsen Markets")
    .flatMap((order) => order.lines.map((line) => ({ order, line })))
    .filter(({ order, line }) => !today.has(`${order.number}:${line.key}`));
  const limits = distributor.customers.filter(({ name }) => !today.has(`limit:${name}`));
  const costs = distributor.items.slice(12).filter(({ sku }) => !today.has(`cost:${sku}`));
  const counts = new Map<PastKind, number>();
  const makers: Record<PastKind, (nth: number) => DemoProposal> = {
    note: (nth) => {
      const [customer, text] = turn(texts.noteTexts, nth);
      return by("ar-agent", note("ar_note", customer, again(text, nth, texts.noteTexts.length)));
    },
    price: (nth) => {
      const { customer, sku, priceCents } = spread(prices, nth);
      const cents = Math.max(1, Math.round((priceCents * (1 + (nth % 4))) / 100)) * (nth % 3 === 2 ? -1 : 1);
      return by(
        nth % 2 ? "bid-desk" : "contract-agent",
        bid(customer, sku, cents, turn(texts.priceReasons, nth)),
      );
    },
    order: (nth) => {
      const { order, line } = spread(lines, nth);
      const cents = (line.quantity > 100 ? 4 : 20 + (nth % 5) * 15) * (nth % 2 ? 1 : -1);
      return by("order-desk", {
        ...blank("sales_order_line_price", order.number),
        changes: [{ field: "rate", from: dollars(line.rateCents), to: dollars(line.rateCents + cents) }],
        context: { line_unique_key: line.key, item: line.sku, customer: order.customer },
        reason: turn(texts.orderReasons, nth),
      });
    },
    stock: (nth) => {
      const { sku, location } = spread(shelves, nth);
      return by(
        "stock-agent",
        adjust(sku, location, (nth % 2 ? 1 : -1) * (3 + (nth % 7) * 4), turn(texts.stockReasons, nth)),
      );
    },
    mail: (nth) => {
      const [to, subject, body] = turn(texts.mails, nth);
      return by("ar-agent", {
        ...blank("email_draft", turn(texts.noteTexts, nth)[0]),
        changes: [
          { field: "to", to },
          { field: "subject", to: again(subject, nth, texts.mails.length) },
          { field: "body", to: `Hello,\n\n${body}\n\nKind regards\n${distributor.name}` },
        ],
        reason: "Asked for on the phone this morning.",
      });
    },
    slip: (nth) => {
      const [order, text] = turn(texts.deliveryNotes, nth);
      const attachment = note("note_attachment", order, again(text, nth, texts.deliveryNotes.length));
      return by("order-desk", { ...attachment, entity_type: "sales_order" });
    },
    cache: () =>
      by("pricing-agent", {
        ...blank("cache_invalidation", "storefront-prices"),
        changes: [{ field: "version_step", to: 1 }],
        reason: "List prices of yesterday are applied; the storefront still shows the old ones.",
      }),
    credit: (nth) => {
      const { name, creditLimitCents } = spread(limits, nth);
      return by("ar-agent", {
        ...blank("customer_credit_limit", name),
        changes: [
          { field: "creditlimit", from: dollars(creditLimitCents), to: dollars(creditLimitCents + 500_000) },
        ],
        reason: turn(texts.creditReasons, nth),
      });
    },
    cost: (nth) => {
      const { sku, ...item } = spread(costs, nth);
      const { vendor, cents } = purchasePricesOf({ sku, ...item })[0]!;
      return by("buying-agent", {
        ...blank("vendor_cost_update", sku),
        changes: [{ field: "purchaseprice", from: dollars(cents), to: dollars(cents + 10) }],
        context: { vendor },
        reason: "The grower's letter of this week names the new price.",
      });
    },
  };
  return (kind) => {
    const nth = counts.get(kind) ?? 0;
    counts.set(kind, nth + 1);
    return makers[kind](nth);
  };
}

const by = (agent: DemoAgentName, input: DemoProposal["input"]): DemoProposal => ({ agent, input });

/** Begins again when all have had their turn. */
function turn<T>(all: readonly T[], nth: number): T {
  return all[nth % all.length]!;
}

/** Each one once, neighbours far apart. @throws Error when none is left. */
function spread<T>(all: readonly T[], nth: number): T {
  if (nth >= all.length) throw new Error(`The account has ${all.length} such records, and all are used.`);
  let step = 17;
  while (all.length % step === 0) step += 2;
  return all[(nth * step + 5) % all.length]!;
}

/** A text that was used before says which time it is: two equal writes of one day would wait for a person. */
const again = (text: string, nth: number, of: number): string =>
  nth < of ? text : `${text} (${Math.floor(nth / of) + 1})`;

/** The records that today's proposals start from, by the keys that the makers ask with. */
function todaysRecords(): string[] {
  const { applied, rejected, stale, dead } = history;
  const inputs = [...pendingProposals(), ...applied, ...rejected, stale, dead].map(({ input }) => input);
  const parts = inputs.flatMap(({ lines, entity_ref, context, changes }) =>
    lines ? lines : [{ entity_ref, context, changes }],
  );
  return [
    driftAfterwards.id,
    ...parts.flatMap(({ entity_ref, context, changes }) => {
      const { customer, bid_id: bidId, location, line_unique_key: key } = context ?? {};
      const name = customer ?? distributor.customers.find((one) => one.bid === bidId)?.name;
      return [
        `${String(name)}:${entity_ref}`,
        `${entity_ref}:${String(location)}`,
        `${entity_ref}:${String(key)}`,
        ...(changes.some(({ field }) => field === "creditlimit")
          ? [`limit:${customerNamed(entity_ref).name}`]
          : []),
        ...(changes.some(({ field }) => field === "purchaseprice") ? [`cost:${entity_ref}`] : []),
      ];
    }),
  ];
}
