import { distributor, purchasePricesOf } from "@countersign/netsuite-simulator/company";
import { blank, proposedBy, customerNamed, dollars } from "./make";

/** Many lines under one decision: every berry on the bids of four customers, and what one vendor asks from Monday on. */
const berries = ["10472", "10473", "10480", "10481", "10482"];
const berryCustomers = ["Driscoll's", "Riverbend Foods", "Lakeshore Hospitals", "Harbor Light Hotels"];

export const rolls = [
  ...proposedBy("contract-agent", {
    ...blank("bulk_price_roll", "2026-W48 berries"),
    lines: berryCustomers.flatMap((name) => {
      const { bid, prices } = customerNamed(name);
      return prices
        .filter(({ sku }) => berries.includes(sku))
        .map(({ sku, priceCents }) => ({
          entity_ref: sku,
          changes: [
            {
              field: "price",
              from: dollars(priceCents),
              to: dollars(priceCents + Math.max(1, Math.round(priceCents * 0.02))),
            },
          ],
          context: { bid_id: bid, customer: name },
        }));
    }),
    reason: "The winter berry price list: two per cent on every berry that the bids let us adjust.",
  }),
  ...proposedBy("buying-agent", {
    ...blank("vendor_cost_roll", "2026-W48 growers"),
    lines: distributor.items.slice(2, 8).map((item) => {
      const { vendor, cents } = purchasePricesOf(item)[0]!;
      return {
        entity_ref: item.sku,
        changes: [{ field: "purchaseprice", from: dollars(cents), to: dollars(cents + 10) }],
        context: { vendor },
      };
    }),
    reason: "The growers' letters of this week: ten cents a case from Monday's receipts on.",
  }),
];
