/** Money and quantities as people read them; server and client render the same text. No digit is ever rounded away. */

/** As many places as every Intl knows. */
const placesMax = 20;

/** `$1,234.50`; prices keep further decimals that they have (`$0.0325`). `amount` is decimal text. */
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
  const { head, places, tail } = splitPlaces(quantity);
  const shown = { minimumFractionDigits: places, maximumFractionDigits: places };
  return new Intl.NumberFormat("en-US", shown).format(head) + tail;
}

/** What Intl can render exactly, and the places beyond, which follow it as they are. */
function splitPlaces(amount: string): { head: number; places: number; tail: string } {
  const places = amount.split(".")[1]?.length ?? 0;
  const beyond = Math.max(0, places - placesMax);
  // Intl takes decimal text exactly; the type does not know it yet.
  const head = (beyond === 0 ? amount : amount.slice(0, -beyond)) as unknown as number;
  return { head, places: places - beyond, tail: beyond === 0 ? "" : amount.slice(-beyond) };
}
