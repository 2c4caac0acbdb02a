/** Formats money and quantities; server and client render the same text. No digit is rounded away. */

/** The most decimal places that every Intl implementation supports. */
const placesMax = 20;

/** `$1,234.50`. A price keeps its further decimals (`$0.0325`). `amount` is decimal text. */
export function formatMoney(amount: string, currency: string): string {
  const { head, places, tail } = splitPlaces(amount);
  const digits = Math.max(2, places);
  return (
    new Intl.NumberFormat("en-US", {
      style: "currency",
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }).format(head) + tail
  );
}

/** Integer cents as `$540` or `$540.25`: zero cents are omitted. */
export function formatCents(cents: number, currency: string): string {
  return new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
    minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
    maximumFractionDigits: 2,
  }).format(cents / 100);
}

/** `1,904`, `−176` */
export function formatQuantity(quantity: string): string {
  const { head, places, tail } = splitPlaces(quantity);
  const options = { minimumFractionDigits: places, maximumFractionDigits: places };
  return new Intl.NumberFormat("en-US", options).format(head).replace("-", "−") + tail;
}

/** The part that Intl renders exactly, and the remaining places, which are appended unchanged. */
function splitPlaces(amount: string): { head: number; places: number; tail: string } {
  const places = amount.split(".")[1]?.length ?? 0;
  const beyond = Math.max(0, places - placesMax);
  // Intl formats decimal text exactly, although its type does not accept text yet.
  const head = (beyond === 0 ? amount : amount.slice(0, -beyond)) as unknown as number;
  return { head, places: places - beyond, tail: beyond === 0 ? "" : amount.slice(-beyond) };
}
