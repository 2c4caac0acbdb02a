import type { ProposalInput } from "@/lib/contract/proposal";
import { distributor } from "@/netsuite/simulator/data/distributor";

/** What the demo's agents ask for, against the simulated distributor's own records. */
export interface DemoProposal {
  agent: DemoAgentName;
  input: ProposalInput;
}
export const demoAgents = [
  "pricing-agent",
  "bid-desk",
  "contract-agent",
  "order-desk",
  "ar-agent",
  "stock-agent",
] as const;
export type DemoAgentName = (typeof demoAgents)[number];

const hour = 3600;

/** The worked example: SKU 10472 on bid B5875, 1.42 → 1.48. */
export const workedExample: DemoProposal = {
  agent: "pricing-agent",
  input: bid(
    "Driscoll's",
    "10472",
    6,
    "Grower cost rose from $1.09 to $1.14 on the last two receipts; the bid allows one adjustment a quarter.",
    {
      expires_in_seconds: 22 * hour,
      conversation_ref: "c-9913",
      evidence: [
        { kind: "receipt", ref: "IR-40981", note: "1.14 per lb, 2026-11-17" },
        { kind: "receipt", ref: "IR-40944", note: "1.13 per lb, 2026-11-12" },
      ],
    },
  ),
};

const costReason = "Landed cost moved on the last receipts; this keeps the margin of the bid.";

/** Small moves on bids: each under 5 %, and under $1,000 a day for its customer, item and agent. */
const smallBids: DemoProposal[] = [
  {
    agent: "bid-desk",
    input: bid("Marlow Street Market", "10472", 5, costReason, { expires_in_seconds: 30 * hour }),
  },
  {
    agent: "bid-desk",
    input: bid(
      "Halvorsen Markets",
      "10503",
      8,
      "Lemon market is firm; supplier letter of Monday asks for 2.5 %.",
    ),
  },
  { agent: "bid-desk", input: bid("Riverbend Foods", "10544", 15, costReason) },
  {
    agent: "bid-desk",
    input: bid(
      "Two Rivers Commissary",
      "10541",
      12,
      "Romaine freight surcharge ended two weeks ago; the price may come back up to plan.",
    ),
  },
  {
    agent: "bid-desk",
    input: bid(
      "Northgate Grocers",
      "10521",
      -25,
      "Matches the competing offer in the customer's mail of 11-18.",
    ),
  },
  {
    agent: "contract-agent",
    input: bid("Granite Peak Cafés", "10571", 18, costReason, { expires_in_seconds: 26 * hour }),
  },
  {
    agent: "contract-agent",
    input: bid("Pinecrest Co-op", "10531", -22, "Volume step of the contract was reached in October."),
  },
  { agent: "contract-agent", input: bid("Cedar & Vine Restaurants", "10533", 14, costReason) },
  {
    agent: "contract-agent",
    input: bid(
      "Bluestem Bistro Group",
      "10546",
      9,
      "Baby kale: the grower's winter price list starts Monday.",
    ),
  },
  {
    agent: "contract-agent",
    input: bid("Prairie Table Catering", "10501", -30, "Agreed on the phone; see the call note."),
  },
];

/** Larger moves: from 5 % up, a person confirms. */
const largeBids: DemoProposal[] = [
  {
    agent: "contract-agent",
    input: bid(
      "Lakeshore Hospitals",
      "10542",
      175,
      "The frost in Yuma took a third of the romaine supply; the contract's clause 7 allows it.",
      { expires_in_seconds: 5 * hour },
    ),
  },
  {
    agent: "bid-desk",
    input: bid(
      "Harbor Light Hotels",
      "10591",
      160,
      "Cilantro is short after the rains; every supplier has raised.",
    ),
  },
  {
    agent: "bid-desk",
    input: bid(
      "Westbrook University Dining",
      "10543",
      -150,
      "Term opening: the dining service asked for a lower iceberg price.",
    ),
  },
];

const stock: DemoProposal[] = [
  {
    agent: "stock-agent",
    input: adjust(
      "10541",
      "Dallas DC",
      -412,
      "Cold chain break on dock 4; the quality report names the pallets.",
      { expires_in_seconds: 23 * hour },
    ),
  },
  {
    agent: "stock-agent",
    input: adjust("10522", "Phoenix DC", -18, "Cycle count of aisle 12 found 18 fewer than the system."),
  },
  {
    agent: "stock-agent",
    input: adjust(
      "10585",
      "Plant 2",
      35,
      "A receipt of last week was booked short; the packing slip says 35 more.",
    ),
  },
  {
    agent: "stock-agent",
    input: adjust("10564", "Chicago Cross-Dock", -22, "Damaged in transit; carrier claim CL-2210 is open."),
  },
  {
    agent: "stock-agent",
    input: adjust("10602", "Dallas DC", 12, "Returned unopened by Northgate; inspected and put back."),
  },
];

const credit: DemoProposal[] = [
  {
    agent: "ar-agent",
    input: creditRevoke(
      "Halvorsen Markets",
      "Invoices 10102, 10118 and 10131 are 74 days late and two promises were broken.",
      2 * hour - 720,
    ),
  },
  {
    agent: "ar-agent",
    input: creditRevoke(
      "Granite Peak Cafés",
      "The owner filed for protection on 11-16; see the notice.",
      8 * hour,
    ),
  },
  {
    agent: "ar-agent",
    input: creditLimit(
      "Coastal Pantry",
      75_000,
      "Twelve months without a late payment; they open a second kitchen in December.",
    ),
  },
  {
    agent: "ar-agent",
    input: creditLimit(
      "Sunmeadow Schools",
      52_000,
      "The district's new purchase order covers the spring term.",
    ),
  },
];

/** The named customers' open orders: small line moves, as the order desk makes them all day. */
function orderLines(): DemoProposal[] {
  const moves = [-75, -40, 35, -60, 45, 25, -30, 55, -20, 40, 30, -45];
  const open = distributor.orders
    .filter((order) => order.status === "B" && order.lines.length > 0)
    .slice(0, moves.length);
  return open.map((order, index) => {
    const line = order.lines[0]!;
    // Large orders get a move of cents, so that most of these stay under $50 on the order.
    const cents = line.quantity > 100 ? Math.sign(moves[index]!) * 4 : moves[index]!;
    return {
      agent: "order-desk" as const,
      input: {
        ...blank("sales_order_line_price", "sales_order", order.number),
        changes: [{ field: "rate", from: dollars(line.rateCents), to: dollars(line.rateCents + cents) }],
        context: { line_unique_key: line.key, item: line.sku, customer: order.customer },
        reason:
          cents < 0
            ? "The customer's standing discount was not on the line."
            : "The line was entered with last week's price.",
      },
    };
  });
}

const notes: DemoProposal[] = [
  ["Coastal Pantry", "Promised payment of invoice 10231 by Friday"],
  ["Riverbend Foods", "Asks for statements by mail to accounts@ from now on"],
  ["Northgate Grocers", "Disputes 2 cases on invoice 10244; photo requested"],
  ["Oakfield Senior Living", "New accounts contact: Renata Souza"],
  ["Two Rivers Commissary", "Will pay invoices 10219 and 10226 together on the 28th"],
  ["Pinecrest Co-op", "Remittance for 10207 went to the old bank account; trace started"],
  ["Westbrook University Dining", "Budget year closes 12-15; wants all invoices before"],
  ["Harbor Light Hotels", "Short-paid 10238 by $41.20, claims a credit note"],
].map(([customer, text]) => ({ agent: "ar-agent" as const, input: note("ar_note", customer!, text!) }));

/** Trivial ones: the standing authorisation lets them go. */
export const trivial: DemoProposal[] = [
  ["Lakeshore Hospitals", "Temperature log of truck 14, 2026-11-19, is on file"],
  ["Marlow Street Market", "Signed delivery slip for SO-23007 is on file"],
].map(([customer, text]) => ({
  agent: "order-desk" as const,
  input: note("note_attachment", customer!, text!),
}));

export function pendingProposals(): DemoProposal[] {
  return [...orderLines(), ...notes, ...smallBids, ...largeBids, ...stock, ...credit, workedExample];
}

/** What went before: applied, rejected, gone stale, given up. */
export const history = {
  applied: [
    { agent: "order-desk", input: note("ar_note", "Cedar & Vine Restaurants", "Paid invoice 10190 in full") },
    {
      agent: "stock-agent",
      input: adjust("10573", "Dallas DC", -4, "Spoiled; written off by the shift lead."),
    },
    {
      agent: "contract-agent",
      input: bid("Sunmeadow Schools", "10561", -6, "Rounding agreed in the framework contract."),
    },
    {
      agent: "ar-agent",
      input: note("ar_note", "Bluestem Bistro Group", "Asked for a copy of invoice 10177; sent"),
    },
  ],
  rejected: [
    {
      agent: "bid-desk",
      input: bid("Lakeshore Hospitals", "10571", -40, "The customer mentioned a cheaper offer on the phone."),
    },
    { agent: "stock-agent", input: adjust("10505", "Plant 2", -60, "Count looks low.") },
  ],
  stale: { agent: "contract-agent", input: bid("Northgate Grocers", "10583", 20, costReason) },
  dead: {
    agent: "order-desk",
    input: note("ar_note", "Prairie Table Catering", "Disputed freight on invoice 10166"),
  },
} satisfies Record<string, DemoProposal | DemoProposal[]>;

/** Seen by whoever opens it: the stock has moved since the agent looked. */
export const driftAfterwards = { record: "on_hand", id: "10541:Dallas DC", by: -284 };

function blank(actionType: string, entityType: string, entityRef: string): ProposalInput {
  return {
    action_type: actionType,
    entity_type: entityType,
    entity_ref: entityRef,
    changes: [],
    context: {},
    reason: "",
    evidence: [],
  };
}

function bid(
  customer: string,
  sku: string,
  byCents: number,
  reason: string,
  more: Partial<ProposalInput> = {},
): ProposalInput {
  const account = distributor.customers.find((one) => one.name === customer)!;
  const price = account.prices.find((one) => one.sku === sku);
  if (!price) throw new Error(`${customer} has no bid price for ${sku}`);
  return {
    ...blank("bid_price_update", "item", sku),
    changes: [{ field: "price", from: dollars(price.priceCents), to: dollars(price.priceCents + byCents) }],
    context: { bid_id: account.bid, customer },
    reason,
    ...more,
  };
}

function adjust(
  sku: string,
  location: (typeof distributor.locations)[number],
  by: number,
  reason: string,
  more: Partial<ProposalInput> = {},
): ProposalInput {
  return {
    ...blank("inventory_adjustment", "item", sku),
    changes: [{ field: "adjustqtyby", from: distributor.onHand(sku, location), to: by }],
    context: { location },
    reason,
    ...more,
  };
}

function creditLimit(customer: string, to: number, reason: string): ProposalInput {
  const account = distributor.customers.find((one) => one.name === customer)!;
  return {
    ...blank("customer_credit_limit", "customer", customer),
    changes: [{ field: "creditlimit", from: dollars(account.creditLimitCents), to: `${to}.00` }],
    reason,
  };
}

function creditRevoke(customer: string, reason: string, expiresInSeconds: number): ProposalInput {
  const account = distributor.customers.find((one) => one.name === customer)!;
  return {
    ...blank("customer_credit_revoke", "customer", customer),
    changes: [{ field: "creditlimit", from: dollars(account.creditLimitCents), to: "0" }],
    reason,
    expires_in_seconds: expiresInSeconds,
  };
}

function note(type: "ar_note" | "note_attachment", customer: string, text: string): ProposalInput {
  return {
    ...blank(type, "customer", customer),
    changes: [{ field: "note", to: text }],
    reason: "From today's call and the mailbox.",
  };
}

function dollars(cents: number): string {
  return `${Math.trunc(cents / 100)}.${String(Math.abs(cents) % 100).padStart(2, "0")}`;
}
