import type { LineView } from "@/lib/contract/actions/lines";

/** The lines of a roll as people look through them: in another order, some of them, and summed per customer. */

export const LINE_COLUMNS = ["line", "name", "party", "movement", "impact", "state"] as const;
export type LineColumn = (typeof LINE_COLUMNS)[number];
export interface LineOrder {
  column: LineColumn;
  /** Falling: from the largest, or from Z. */
  falls: boolean;
}

export const IN_ORDER: LineOrder = { column: "line", falls: false };

/** A figure is asked for from its largest, a name from its first letter. */
export const firstOrderOf = (column: LineColumn): LineOrder => ({
  column,
  falls: column === "movement" || column === "impact",
});

const scale = 1_000_000n;
const scaleDigits = 6;

/** An exact decimal in millionths, what lies beyond them cut off; null: none is known. */
function millionths(text: string | null): bigint | null {
  const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text ?? "");
  if (!parts) return null;
  const digits = parts[2]! + (parts[3] ?? "").slice(0, scaleDigits).padEnd(scaleDigits, "0");
  return BigInt(`${parts[1]}${digits}`);
}

const movementOf = ({ changes }: LineView): bigint | null => millionths(changes[0]?.delta_percent ?? null);

const size = (value: bigint) => (value < 0n ? -value : value);

/** Unknown is never small: it comes before the largest. */
const byFigure = (figure: bigint | null): bigint =>
  figure === null ? BigInt(Number.MAX_SAFE_INTEGER) * scale : size(figure);

const keys: Record<LineColumn, (line: LineView) => bigint | string> = {
  line: ({ line_no: number }) => BigInt(number),
  name: ({ subject }) => subject,
  party: ({ party }) => party ?? "",
  movement: (line) => byFigure(movementOf(line)),
  impact: ({ impact_cents: cents }) => byFigure(cents === null ? null : BigInt(cents)),
  state: ({ push }) => push?.status ?? "",
};

/** All of them in that order; of equal ones the earlier line first. */
export function inLineOrder(lines: readonly LineView[], { column, falls }: LineOrder): LineView[] {
  const keyOf = keys[column];
  return lines.toSorted((a, b) => {
    const [x, y] = [keyOf(a), keyOf(b)];
    const order =
      typeof x === "string"
        ? x.localeCompare(y as string, "en")
        : x < (y as bigint)
          ? -1
          : x > (y as bigint)
            ? 1
            : 0;
    return (falls ? -order : order) || a.line_no - b.line_no;
  });
}

/** A movement from here on is worth a look of its own. */
const LARGE_MOVEMENT_PERCENT = 5n;

/** Over 5 percent, whichever way. A movement that nobody knows may be that large. */
export function movesMuch(line: LineView): boolean {
  const movement = movementOf(line);
  return movement === null || size(movement) > LARGE_MOVEMENT_PERCENT * scale;
}

/** The subtotal of one customer, or of all lines. */
export interface Subtotal {
  party: string | null;
  lines: number;
  /** The sum of the lines whose worth is known; null where none is. */
  cents: number | null;
  /** The lines whose worth is not known and not in the sum. */
  unknown: number;
  /** The mean of the known movements in percent, exact to four decimals; null where none is known. */
  movement: string | null;
}

/** Per customer, the one with most at stake first. */
export function subtotalsOf(lines: readonly LineView[]): Subtotal[] {
  const byParty = new Map<string | null, LineView[]>();
  for (const line of lines) byParty.set(line.party, [...(byParty.get(line.party) ?? []), line]);
  return [...byParty]
    .map(([party, own]) => ({ ...totalOf(own), party }))
    .toSorted((a, b) => Math.abs(b.cents ?? 0) - Math.abs(a.cents ?? 0) || b.lines - a.lines);
}

export function totalOf(lines: readonly LineView[]): Subtotal {
  const known = lines.flatMap(({ impact_cents: cents }) => (cents === null ? [] : [cents]));
  const movements = lines.map(movementOf).filter((movement) => movement !== null);
  return {
    party: null,
    lines: lines.length,
    cents: known.length === 0 ? null : known.reduce((sum, cents) => sum + cents, 0),
    unknown: lines.length - known.length,
    movement: movements.length === 0 ? null : meanOf(movements),
  };
}

function meanOf(movements: readonly bigint[]): string {
  const tenThousandths =
    movements.reduce((sum, movement) => sum + movement, 0n) / BigInt(movements.length) / 100n;
  const digits = size(tenThousandths).toString().padStart(5, "0");
  return `${tenThousandths < 0n ? "-" : ""}${digits.slice(0, -4)}.${digits.slice(-4)}`;
}
