/** What a model fills in, one believable call per tool, against the seeded distributor. */
export const TOOL_EXAMPLES: Record<string, Record<string, unknown>> = {
  propose_price_change: { sku: "10472", bidId: "B5875", customer: "Driscoll's", from: "1.42", to: 1.48 },
  propose_customer_price: { sku: "10473", customer: "Driscoll's", to: "11.52" },
  propose_list_price: { sku: "10472", priceLevel: "Wholesale", quantityBreak: 25, to: "1.45" },
  propose_vendor_cost: { sku: "10472", vendor: "Valley Berry Growers", from: "0.92", to: "0.97" },
  propose_assembly_build: { sku: "20110", location: "Plant 2", quantity: 120, date: "2026-11-20" },
  propose_bom_change: { bom: "Garden salad mix", component: "10542", yieldPercent: "82.5" },
  propose_order_line_price: { orderNumber: "SO-22984", lineKey: "2298401", from: "31.50", to: "30.90" },
  propose_inventory_adjustment: {
    sku: "10521",
    location: "Dallas DC",
    by: "-15",
    memo: "Cold chain break",
    evidence: ["Quality report QR-118"],
  },
  propose_credit_limit: { customer: "Coastal Pantry", to: 75_000 },
  propose_credit_revocation: { customer: "Halvorsen Markets" },
  propose_ar_note: {
    customer: "Coastal Pantry",
    note: "Promised to pay on Friday.",
    title: "Call of Monday",
  },
  propose_note_attachment: {
    attachTo: "sales_order",
    reference: "SO-22984",
    note: "Photo of the delivered pallet is on file.",
  },
  propose_price_roll: {
    name: "SPRING-2027",
    prices: [
      { sku: "10472", bidId: "B5875", from: "1.42", to: "1.45" },
      { sku: "10480", customer: "Driscoll's", to: "28.50" },
    ],
  },
  propose_cost_roll: {
    name: "VENDORS-Q1",
    costs: [{ sku: "10472", vendor: "Valley Berry Growers", from: "0.92", to: "0.95" }],
  },
  propose_email_draft: {
    customer: "Coastal Pantry",
    to: "orders@coastal.example",
    subject: "Your credit limit",
    text: "We have raised your limit.",
  },
  propose_cache_invalidation: { cache: "price-book" },
};
