import type { ListCursor } from "@/db/queries/actions/list-order";
import type { ListSort } from "@/lib/core/action/list-order";
import { AppError } from "@/lib/core/errors";
import { parseJson } from "@/lib/core/values/json";

/** The end of a page as text that callers hand back. It names its order, and leads nowhere in another. */
export function cursorText({ key, id }: ListCursor, sort: ListSort): string {
  return Buffer.from(JSON.stringify([sort, key, id])).toString("base64url");
}

/** @throws AppError malformed_request 400: it is not one that this list gave out in this order. */
export function parseCursor(text: string, sort: ListSort): ListCursor {
  const parsed = parseJson(Buffer.from(text, "base64url").toString("utf8"));
  const [of, key, id]: unknown[] = Array.isArray(parsed) && parsed.length === 3 ? parsed : [];
  const isWhole = Number.isSafeInteger(id) && (key === null || typeof key === "string");
  if (!isWhole || of !== sort || !fits[sort](key as string | null))
    throw new AppError("malformed_request", "The cursor is not one that this list gave out in this order.", {
      issues: [
        { path: "cursor", message: "must be a next_cursor of this list in the same order, unchanged" },
      ],
    });
  return { key: key as string | null, id: id as number };
}

/** The forms in which the database spells each key. It might refuse any other. */
const fits: Record<ListSort, (key: string | null) => boolean> = {
  expiry: (key) => key !== null && isTimestampText(key),
  taps: (key) => key !== null && (key === "infinity" || isTimestampText(key)),
  ended: (key) => key !== null && isTimestampText(key),
  newest: (key) => key === null,
  oldest: (key) => key === null,
  impact: (key) => key !== null && /^\d{1,19}$/.test(key) && BigInt(key) <= 9_223_372_036_854_775_807n,
  // Null where content is hidden: the order is then the newest first.
  movement: (key) => key === null || /^(-1|\d{1,20}(\.\d{1,40})?)$/.test(key),
};

/** `2026-11-20 10:00:00.123456+00` */
function isTimestampText(text: string): boolean {
  const parts = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.\d{1,6})?[+-](?:0\d|1[0-4])(?::[0-5]\d)?$/.exec(
    text,
  );
  // The database knows no year 0.
  if (!parts || parts[1]!.startsWith("0000")) return false;
  // A day that its month does not have comes back as another.
  const iso = `${parts[1]}T${parts[2]}.000Z`;
  const date = new Date(iso);
  return !Number.isNaN(date.getTime()) && date.toISOString() === iso;
}
