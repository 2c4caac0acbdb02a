/** Money and quantities as people read them; server and client render the same text. */

/** As many as a field value may have: what is shown is what is written, never a rounding of it. */
const decimalsMax = 30;

/** `$1,234.50`; prices keep further decimals that they have (`$0.0325`). `amount` is decimal text. */
export function formatMoney(amount: string, currency: string): string {
  const decimals = amount.includes(".") ? amount.split(".")[1]!.length : 0;
  // Intl takes decimal text exactly; the type does not know it yet.
  const exact = amount as unknown as number;
  return new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
    minimumFractionDigits: Math.min(Math.max(2, decimals), decimalsMax),
    maximumFractionDigits: Math.min(Math.max(2, decimals), decimalsMax),
  }).format(exact);
}

/** Integer cents as `$540` or `$540.25`: cents are shown where there are any. */
export function formatCents(cents: number, currency: string): string {
  return new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
    minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
    maximumFractionDigits: 2,
  }).format(cents / 100);
}

/** `1,904` */
export function formatQuantity(quantity: string): string {
  return new Intl.NumberFormat("en-US", { maximumFractionDigits: decimalsMax }).format(
    quantity as unknown as number,
  );
}
