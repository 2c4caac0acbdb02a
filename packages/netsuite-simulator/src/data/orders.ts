import { customers } from "./customers";
import { items } from "./items";

/** Sales orders on the books. A line's key is NetSuite's lineuniquekey. */
interface OrderLine {
  key: string;
  sku: string;
  quantity: number;
  rateCents: number;
}
export interface Order {
  number: string;
  customer: string;
  /** B pending fulfilment, F pending billing, G billed: NetSuite's letters. */
  status: "B" | "F" | "G";
  lines: OrderLine[];
}

const line = (sku: string, quantity: number, rateCents: number) => ({ sku, quantity, rateCents });

function order(
  number: number,
  customer: string,
  status: Order["status"],
  ...lines: ReturnType<typeof line>[]
): Order {
  const keyOf = (index: number) => `${number}${String(index + 1).padStart(2, "0")}`;
  const keyed = lines.map((entry, index) => ({ key: keyOf(index), ...entry }));
  return { number: `SO-${number}`, customer, status, lines: keyed };
}

const GENERATED = 24;
const FIRST_GENERATED = 23_020;
/** Halvorsen's open orders come to exactly $48,210, so that none is generated for it. */
const withGenerated = customers.filter((customer) => customer.name !== "Halvorsen Markets");

function generatedOrder(index: number): Order {
  const customer = withGenerated[index % withGenerated.length] ?? withGenerated[0]!;
  const lines = Array.from({ length: 2 + (index % 3) }, (_, position) => {
    const item = items[(index * 3 + position * 11 + 5) % items.length] ?? items[0]!;
    return line(item.sku, 12 + ((index * 7 + position * 5) % 60), Math.round(item.listPriceCents * 0.93));
  });
  const status = (["B", "B", "F", "G"] as const)[index % 4] ?? "B";
  return order(FIRST_GENERATED + index * 3, customer.name, status, ...lines);
}

export const orders: readonly Order[] = [
  order(
    22_984,
    "Riverbend Foods",
    "B",
    line("10501", 24, 3150),
    line("10591", 10, 2480),
    line("10573", 18, 1590),
  ),
  order(22_991, "Halvorsen Markets", "B", line("10521", 400, 5225), line("10542", 500, 2140)),
  order(23_007, "Halvorsen Markets", "B", line("10480", 550, 3020)),
  order(22_996, "Coastal Pantry", "B", line("10541", 60, 2290), line("10544", 45, 990)),
  order(23_012, "Driscoll's", "B", line("10472", 750, 142), line("10480", 420, 2790)),
  order(22_970, "Halvorsen Markets", "G", line("10531", 80, 2050), line("10571", 30, 2290)),
  ...Array.from({ length: GENERATED }, (_, index) => generatedOrder(index)),
];
