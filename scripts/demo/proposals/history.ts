import { bid, costReason } from "./customer-prices";
import { type DemoProposal, proposedBy } from "./make";
import { note } from "./notes";
import { adjust } from "./stock";

/** Earlier proposals: applied, rejected, gone stale, given up. */
export const history = {
  applied: [
    ...proposedBy("order-desk", note("ar_note", "Cedar & Vine Restaurants", "Paid invoice 10190 in full")),
    ...proposedBy("stock-agent", adjust("10573", "Dallas DC", -4, "Spoiled; written off by the shift lead.")),
    ...proposedBy(
      "contract-agent",
      bid("Sunmeadow Schools", "10561", -6, "Rounding agreed in the framework contract."),
    ),
    ...proposedBy(
      "ar-agent",
      note("ar_note", "Bluestem Bistro Group", "Asked for a copy of invoice 10177; sent"),
    ),
  ],
  rejected: [
    ...proposedBy(
      "bid-desk",
      bid("Lakeshore Hospitals", "10571", -40, "The customer mentioned a cheaper offer on the phone."),
    ),
    ...proposedBy("stock-agent", adjust("10505", "Plant 2", -60, "Count looks low.")),
  ],
  stale: { agent: "contract-agent", input: bid("Northgate Grocers", "10583", 20, costReason) },
  dead: {
    agent: "order-desk",
    input: note("ar_note", "Prairie Table Catering", "Disputed freight on invoice 10166"),
  },
} satisfies Record<string, DemoProposal | DemoProposal[]>;

/** Seen by whoever opens it: the stock has moved since the agent looked. */
export const driftAfterwards = { record: "on_hand", id: "10541:Dallas DC", by: -284 };
