/** Formats money and quantities; server and client render the same text. No digit is rounded away. */

/** The most decimal places that every Intl implementation supports. */
const placesMax = 20;

/** Currencies come from workflows and from what agents propose: any three letters are one. */
const FORMATS_MAX = 500;
/** A format takes a hundred times as long to make as to use. */
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string | null, placesAtLeast: number, placesAtMost: number): Intl.NumberFormat {
  const name = `${currency} ${placesAtLeast} ${placesAtMost}`;
  let format = formats.get(name);
  if (!format) {
    format = new Intl.NumberFormat("en-US", {
      ...(currency === null ? {} : { style: "currency", currency }),
      minimumFractionDigits: placesAtLeast,
      maximumFractionDigits: placesAtMost,
    });
    if (formats.size >= FORMATS_MAX) formats.clear();
    formats.set(name, format);
  }
  return format;
}

/** `$1,234.50`. A price keeps its further decimals (`$0.0325`). `amount` is decimal text. */
export function formatMoney(amount: string, currency: string): string {
  const { head, places, tail } = splitPlaces(amount);
  const digits = Math.max(2, places);
  return formatOf(currency, digits, digits).format(head) + tail;
}

/** Integer cents as `$540` or `$540.25`: zero cents are omitted. */
export function formatCents(cents: number, currency: string): string {
  return formatOf(currency, cents % 100 === 0 ? 0 : 2, 2).format(cents / 100);
}

/** `1,904`, `−176` */
export function formatQuantity(quantity: string): string {
  const { head, places, tail } = splitPlaces(quantity);
  return formatOf(null, places, places).format(head).replace("-", "−") + tail;
}

/** The part that Intl renders exactly, and the remaining places, which are appended unchanged. */
function splitPlaces(amount: string): { head: number; places: number; tail: string } {
  const places = amount.split(".")[1]?.length ?? 0;
  const beyond = Math.max(0, places - placesMax);
  // Intl formats decimal text exactly, although its type does not accept text yet.
  const head = (beyond === 0 ? amount : amount.slice(0, -beyond)) as unknown as number;
  return { head, places: places - beyond, tail: beyond === 0 ? "" : amount.slice(-beyond) };
}
