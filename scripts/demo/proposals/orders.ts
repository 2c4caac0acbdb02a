import { distributor } from "@countersign/netsuite-simulator/company";
import { type DemoProposal, blank, dollars } from "./make";

/** The named customers' open orders: small line moves, as the order desk makes them all day. */
export function orderLines(): DemoProposal[] {
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
        ...blank("sales_order_line_price", order.number),
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
