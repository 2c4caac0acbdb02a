/** When an invoice is due. The order gives the ids; the last is kept for old invoices and given to nobody any more. */
const list = [
  { name: "Net 15", days: 15 },
  { name: "Net 30", days: 30 },
  { name: "Net 60", days: 60 },
  { name: "Due on receipt", days: 0 },
  { name: "2% 10 Net 30", days: 30, discount: { percent: 2, days: 10 } },
  { name: "Net 45", days: 45 },
  { name: "Net 90", days: 90, inactive: true },
] as const;

export type TermsName = (typeof list)[number]["name"];
interface PaymentTerms {
  name: TermsName;
  days: number;
  discount?: { percent: number; days: number };
  inactive?: boolean;
}
export const paymentTerms: readonly PaymentTerms[] = list;
