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

type Line = [sku: string, quantity: number, rateCents: number];

const named: [number: number, customer: string, status: Order["status"], lines: Line[]][] = [
  [
    22_984,
    "Riverbend Foods",
    "B",
    [
      ["10501", 24, 3150],
      ["10591", 10, 2480],
      ["10573", 18, 1590],
    ],
  ],
  [
    22_991,
    "Halvorsen Markets",
    "B",
    [
      ["10521", 400, 5225],
      ["10542", 500, 2140],
    ],
  ],
  [23_007, "Halvorsen Markets", "B", [["10480", 550, 3020]]],
  [
    22_996,
    "Coastal Pantry",
    "B",
    [
      ["10541", 60, 2290],
      ["10544", 45, 990],
    ],
  ],
  [
    23_012,
    "Driscoll's",
    "B",
    [
      ["10472", 750, 142],
      ["10480", 420, 2790],
    ],
  ],
  [
    22_970,
    "Halvorsen Markets",
    "G",
    [
      ["10531", 80, 2050],
      ["10571", 30, 2290],
    ],
  ],
];

const GENERATED = 24;
const FIRST_GENERATED = 23_020;
/** Halvorsen's open orders come to exactly $48,210, so that none is generated for it. */
const withGenerated = customers.filter((customer) => customer.name !== "Halvorsen Markets");

function makeOrder(index: number): (typeof named)[number] {
  const customer = withGenerated[index % withGenerated.length] ?? withGenerated[0]!;
  const lines = Array.from({ length: 2 + (index % 3) }, (_, position): Line => {
    const item = items[(index * 3 + position * 11 + 5) % items.length] ?? items[0]!;
    return [item.sku, 12 + ((index * 7 + position * 5) % 60), Math.round(item.listPriceCents * 0.93)];
  });
  const status = (["B", "B", "F", "G"] as const)[index % 4] ?? "B";
  return [FIRST_GENERATED + index * 3, customer.name, status, lines];
}

const generated = Array.from({ length: GENERATED }, (_, index) => makeOrder(index));

export const orders: readonly Order[] = [...named, ...generated].map(([number, customer, status, lines]) => ({
  number: `SO-${number}`,
  customer,
  status,
  lines: lines.map(([sku, quantity, rateCents], index) => ({
    key: `${number}${String(index + 1).padStart(2, "0")}`,
    sku,
    quantity,
    rateCents,
  })),
}));
