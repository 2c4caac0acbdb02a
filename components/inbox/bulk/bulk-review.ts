import type { LiveView } from "@/lib/contract/actions/live-view";
import { isSameReading } from "@/lib/view/action/as-live";
import { type BulkChoice, type Readings, withReadings } from "./bulk-words";

/** The list of a bulk approval as it is shown, beside the records as they were read for it. */
export interface BulkReview {
  choice: BulkChoice;
  readings: Readings;
  /** How often the list has changed after it was shown, and why it did last. */
  turns: number;
  turn: Turn | null;
}

/** `unread`: nothing else has changed, but a record could not be read this time. */
export type Turn = "changed" | "unread";

export const TURN_WORDS: Record<Turn, string> = {
  changed: "Nothing was sent: a record reads differently now. Read the list again.",
  unread:
    "Nothing was sent yet: NetSuite could not be read this time. Approve again to send the list without a new reading; each write checks its record first.",
};

export const beginReview = (choice: BulkChoice, readings: Readings): BulkReview => ({
  choice: withReadings(choice, readings),
  readings,
  turns: 0,
  turn: null,
});

/**
 * Returns the review after its records were read again, or the same object if the reader has seen each record as it is now.
 * `original` is the choice before any reading: a row whose record holds its value again must not keep the figures of an
 * earlier reading.
 */
export function lookAgainAt(review: BulkReview, original: BulkChoice, readings: Readings): BulkReview {
  const turns = review.choice.approvable.flatMap(({ id }) => {
    const live = readings.get(id);
    return live && !isSameReading(review.readings.get(id), live) ? [turnOf(live)] : [];
  });
  if (turns.length === 0) return review;
  const all: Readings = new Map([...review.readings, ...readings]);
  return {
    choice: withReadings(original, all),
    readings: all,
    turns: review.turns + 1,
    turn: turns.includes("changed") ? "changed" : "unread",
  };
}

const turnOf = ({ state }: LiveView): Turn => (state === "unreadable" ? "unread" : "changed");
