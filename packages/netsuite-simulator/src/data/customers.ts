import { items } from "./items";
import type { TermsName } from "./payment-terms";

/** The customers, their credit and their prices: one bid per customer, one price per item in it. */
interface BidPrice {
  sku: string;
  priceCents: number;
  unitsYear: number;
}
export interface Customer {
  name: string;
  bid: string;
  creditLimitCents: number;
  terms: TermsName;
  /** Invoiced and unpaid, and the part of it that is past its due date. */
  balanceCents: number;
  overdueCents: number;
  prices: BidPrice[];
}

const DRISCOLLS = "Driscoll's";
/** Driscoll's part of the trailing year's revenue, in thousandths. */
const DRISCOLLS_SHARE = 364;
/** The item whose volume brings Driscoll's to exactly that share. */
const BALANCING_SKU = "10473";

type Row = [
  name: string,
  bid: string,
  creditLimit: number,
  terms: TermsName,
  balance: number,
  overdue: number,
];
const others: Row[] = [
  ["Halvorsen Markets", "B5881", 120_000, "Net 30", 71_350, 38_900],
  ["Riverbend Foods", "B5902", 85_000, "Net 30", 34_180, 0],
  ["Coastal Pantry", "B5910", 60_000, "Net 30", 18_240, 0],
  ["Northgate Grocers", "B5918", 150_000, "Net 30", 62_700, 0],
  ["Sunmeadow Schools", "B5923", 40_000, "Net 45", 27_450, 0],
  ["Bluestem Bistro Group", "B5927", 35_000, "Net 15", 8_120, 2_310],
  ["Prairie Table Catering", "B5931", 25_000, "Net 15", 5_640, 0],
  ["Lakeshore Hospitals", "B5936", 110_000, "Net 60", 48_900, 0],
  ["Cedar & Vine Restaurants", "B5940", 45_000, "Net 30", 19_870, 4_450],
  ["Pinecrest Co-op", "B5944", 55_000, "Net 30", 14_260, 0],
  ["Marlow Street Market", "B5949", 30_000, "Due on receipt", 0, 0],
  ["Two Rivers Commissary", "B5953", 70_000, "2% 10 Net 30", 21_530, 0],
  ["Oakfield Senior Living", "B5958", 50_000, "Net 30", 17_780, 0],
  ["Harbor Light Hotels", "B5962", 90_000, "Net 45", 39_610, 6_200],
  ["Granite Peak Cafés", "B5967", 28_000, "Net 15", 16_940, 16_940],
  ["Westbrook University Dining", "B5971", 95_000, "Net 60", 44_320, 0],
];

const PRICES_PER_BID = 6;

/** Prices some eight to fifteen percent under list, volumes from some hundred to a few thousand cases: fixed by index. */
function makePrices(customerIndex: number): BidPrice[] {
  return Array.from({ length: PRICES_PER_BID }, (_, position) => {
    const item = items[(customerIndex * 5 + position * 7 + 2) % items.length] ?? items[0]!;
    const discount = 8 + ((customerIndex + position * 3) % 8);
    return {
      sku: item.sku,
      priceCents: Math.round((item.listPriceCents * (100 - discount)) / 100),
      unitsYear: 400 + ((customerIndex * 37 + position * 113) % 23) * 150,
    };
  });
}

const revenueCents = (prices: BidPrice[]) =>
  prices.reduce((sum, { priceCents, unitsYear }) => sum + priceCents * unitsYear, 0);

const otherCustomers: Customer[] = others.map(([name, bid, creditLimit, terms, balance, overdue], index) => ({
  name,
  bid,
  creditLimitCents: creditLimit * 100,
  terms,
  balanceCents: balance * 100,
  overdueCents: overdue * 100,
  prices: makePrices(index + 1),
}));

function makeDriscolls(): Customer {
  const fixed: BidPrice[] = [
    { sku: "10472", priceCents: 142, unitsYear: 9_000 },
    { sku: "10480", priceCents: 2_790, unitsYear: 14_200 },
    { sku: "10481", priceCents: 2_530, unitsYear: 11_600 },
    { sku: "10482", priceCents: 2_310, unitsYear: 8_800 },
    { sku: "10611", priceCents: 5_340, unitsYear: 2_400 },
  ];
  const rest = otherCustomers.reduce((sum, customer) => sum + revenueCents(customer.prices), 0);
  const targetCents = (rest * DRISCOLLS_SHARE) / (1000 - DRISCOLLS_SHARE);
  const priceCents = 1_140;
  const unitsYear = Math.round((targetCents - revenueCents(fixed)) / priceCents);
  const owing = { terms: "Net 30", balanceCents: 21_864_000, overdueCents: 0 } as const;
  const prices = [...fixed, { sku: BALANCING_SKU, priceCents, unitsYear }];
  return { name: DRISCOLLS, bid: "B5875", creditLimitCents: 40_000_000, ...owing, prices };
}

export const customers: readonly Customer[] = [makeDriscolls(), ...otherCustomers];
