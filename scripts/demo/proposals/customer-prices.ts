import type { ProposalInput } from "@/lib/contract/actions/proposal";
import { blank, proposedBy, customerNamed, type DemoProposal, dollars, hour, type More } from "./make";

/** Prices of single customers: on bids, and agreed without one. */

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

export const costReason = "Landed cost moved on the last receipts; this keeps the margin of the bid.";

/** Small moves on bids: each under 5 %, and under $1,000 a day for its customer, item and agent. */
export const smallBids = [
  ...proposedBy(
    "bid-desk",
    bid("Marlow Street Market", "10472", 5, costReason, { expires_in_seconds: 30 * hour }),
    bid("Halvorsen Markets", "10503", 8, "Lemon market is firm; supplier letter of Monday asks for 2.5 %."),
    bid("Riverbend Foods", "10544", 15, costReason),
    bid(
      "Two Rivers Commissary",
      "10541",
      12,
      "Romaine freight surcharge ended two weeks ago; the price may come back up to plan.",
    ),
    bid("Northgate Grocers", "10521", -25, "Matches the competing offer in the customer's mail of 11-18."),
  ),
  ...proposedBy(
    "contract-agent",
    bid("Granite Peak Cafés", "10571", 18, costReason, { expires_in_seconds: 26 * hour }),
    bid("Pinecrest Co-op", "10531", -22, "Volume step of the contract was reached in October."),
    bid("Cedar & Vine Restaurants", "10533", 14, costReason),
    bid("Bluestem Bistro Group", "10546", 9, "Baby kale: the grower's winter price list starts Monday."),
    bid("Prairie Table Catering", "10501", -30, "Agreed on the phone; see the call note."),
  ),
];

/** Larger moves: from 5 % up, a person confirms. */
export const largeBids = [
  ...proposedBy(
    "contract-agent",
    bid(
      "Lakeshore Hospitals",
      "10542",
      175,
      "The frost in Yuma took a third of the romaine supply; the contract's clause 7 allows it.",
      { expires_in_seconds: 5 * hour },
    ),
  ),
  ...proposedBy(
    "bid-desk",
    bid("Harbor Light Hotels", "10591", 160, "Cilantro is short after the rains; every supplier has raised."),
    bid(
      "Westbrook University Dining",
      "10543",
      -150,
      "Term opening: the dining service asked for a lower iceberg price.",
    ),
  ),
];

/** Agreed with customers who are on no bid for the item, or by name rather than by bid. */
export const customerPrices = proposedBy(
  "key-accounts-agent",
  customerPrice("Harbor Light Hotels", 1, 14, "Their chef agreed to the winter price by mail on 11-18."),
  customerPrice(
    "Oakfield Senior Living",
    0,
    -18,
    "They moved to standing weekly orders; the agreed step is due.",
  ),
);

export function bid(
  customer: string,
  sku: string,
  byCents: number,
  reason: string,
  more: More = {},
): ProposalInput {
  const account = customerNamed(customer);
  const price = account.prices.find((one) => one.sku === sku);
  if (!price) throw new Error(`${customer} has no bid price for ${sku}`);
  return {
    ...blank("bid_price_update", sku),
    changes: [{ field: "price", from: dollars(price.priceCents), to: dollars(price.priceCents + byCents) }],
    context: { bid_id: account.bid, customer },
    reason,
    ...more,
  };
}

/** The n-th price that a customer has. */
function customerPrice(customer: string, nth: number, byCents: number, reason: string): ProposalInput {
  const { sku, priceCents } = customerNamed(customer).prices[nth]!;
  return {
    ...blank("customer_price_update", sku),
    changes: [{ field: "price", from: dollars(priceCents), to: dollars(priceCents + byCents) }],
    context: { customer },
    reason,
  };
}
