import type { StoredLine, StoredRecord, StoredValue } from "../store/stored-record";
import { distributor } from "./distributor";
import { itemRecords } from "./seed-items";
import { DAY_MS, SUBSIDIARY, USD, customerId, itemId, money, recordMaker, termsId } from "./seed-record";

/** Turns the distributor into the records of a NetSuite account. Dates hang on `now`, everything else is fixed. */

const ADJUSTMENT_ACCOUNT = "58";
const INVOICES_PER_YEAR = 4;
const INVOICE_EVERY_DAYS = 88;

const FIRST_ORDER_ID = 5_001;
const FIRST_INVOICE_ID = 8_001;

/** The script deployment's parameters. */
export const scriptParameters: Readonly<Record<string, string>> = {
  custscript_gfs_bid_field: "custentity_gfs_bid",
  custscript_gfs_adjustment_account: ADJUSTMENT_ACCOUNT,
};

export function seedRecords(now: Date): StoredRecord[] {
  const at = new Date(now.getTime() - DAY_MS).toISOString();
  const make = recordMaker(now);
  return [
    make("currency", USD, { symbol: distributor.currency, name: "US Dollar", exchangerate: "1" }),
    // Nobody is billed in these yet. The euro has a rate, and the other one has none.
    make("currency", "2", { symbol: "EUR", name: "Euro", exchangerate: "1.0861" }),
    make("currency", "3", { symbol: "ISK", name: "Iceland krona" }),
    make("subsidiary", SUBSIDIARY, { name: distributor.name, currency: USD }),
    make("account", ADJUSTMENT_ACCOUNT, { name: "Inventory shrink" }),
    ...distributor.locations.map((name, index) =>
      make("location", index + 1, { name, subsidiary: SUBSIDIARY }),
    ),
    ...distributor.paymentTerms.map(({ name, days, discount, inactive = false }) =>
      make("term", termsId(name), {
        name,
        daysuntilnetdue: String(days),
        ...(discount && {
          discountpercent: String(discount.percent),
          daysuntilexpiry: String(discount.days),
        }),
        isinactive: inactive ? "T" : "F",
      }),
    ),
    ...itemRecords(make, now),
    ...distributor.customers.map((customer, index) =>
      make(
        "customer",
        customerId(customer.name),
        {
          entityid: `C-${1_000 + index}`,
          companyname: customer.name,
          currency: USD,
          creditlimit: money(customer.creditLimitCents),
          creditholdoverride: "AUTO",
          terms: termsId(customer.terms),
          balance: money(customer.balanceCents),
          overduebalance: money(customer.overdueCents),
          custentity_gfs_bid: customer.bid,
          ...addressesOf(customer.name),
        },
        {
          itempricing: customer.prices.map(({ sku, priceCents }) => ({
            item: itemId(sku),
            level: "-1",
            price: money(priceCents),
            currency: USD,
          })),
        },
      ),
    ),
    ...distributor.orders.map((order, index) => {
      const lines = order.lines.map((line) => saleLine(line.key, line.sku, line.quantity, line.rateCents));
      const total = order.lines.reduce((sum, line) => sum + line.quantity * line.rateCents, 0);
      const fields = saleFields(order.number, customerId(order.customer), at, order.status, total);
      return make("salesorder", FIRST_ORDER_ID + index, fields, { item: lines });
    }),
    ...invoices(now).map(({ fields, lines }, index) =>
      make("invoice", FIRST_INVOICE_ID + index, fields, { item: lines }),
    ),
  ];
}

/** The trailing year's invoices, by which volumes and revenue shares are known. */
function invoices(now: Date): { fields: Record<string, StoredValue>; lines: StoredLine[] }[] {
  return distributor.customers.flatMap((customer, customerIndex) =>
    Array.from({ length: INVOICES_PER_YEAR }, (_, quarter) => {
      const number = `INV-${40_000 + customerIndex * INVOICES_PER_YEAR + quarter}`;
      const day = new Date(now.getTime() - (20 + quarter * INVOICE_EVERY_DAYS) * DAY_MS).toISOString();
      const sold = customer.prices.map((price) => ({
        ...price,
        quantity: quarterOf(price.unitsYear, quarter),
      }));
      const total = sold.reduce((sum, line) => sum + line.quantity * line.priceCents, 0);
      return {
        fields: saleFields(number, customerId(customer.name), day, "A", total),
        lines: sold.map((line, index) =>
          saleLine(`${number}-${index}`, line.sku, line.quantity, line.priceCents),
        ),
      };
    }),
  );
}

function quarterOf(unitsYear: number, quarter: number): number {
  const even = Math.floor(unitsYear / INVOICES_PER_YEAR);
  return quarter === 0 ? unitsYear - even * (INVOICES_PER_YEAR - 1) : even;
}

function saleFields(tranid: string, entity: string, trandate: string, status: string, totalCents: number) {
  return { tranid, entity, trandate, status, total: money(totalCents), currency: USD };
}

function saleLine(lineuniquekey: string, sku: string, quantity: number, rateCents: number): StoredLine {
  return {
    lineuniquekey,
    item: itemId(sku),
    description: distributor.items.find((item) => item.sku === sku)?.name ?? sku,
    quantity: String(quantity),
    price: "-1",
    rate: money(rateCents),
    amount: money(quantity * rateCents),
  };
}

/** `orders@coastal.example`, and for bills `payables@coastalpantry.example`. */
function addressesOf(name: string): { email: string; altemail: string } {
  const words = name
    .toLowerCase()
    .replaceAll(/[^a-z ]/g, "")
    .split(" ");
  return {
    email: `orders@${words[0]}.example`,
    altemail: `payables@${words.slice(0, 2).join("")}.example`,
  };
}
