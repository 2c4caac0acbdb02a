import { TIMEOUT_SECONDS_MAX, TIMEOUT_SECONDS_MIN } from "@/lib/core/interaction/interaction";

/** The question that asks people to approve a run's request; its words hold the whole request. */

/** How long people may be asked, as about every question. */
export const ASKED_FOR = { secondsMin: TIMEOUT_SECONDS_MIN, secondsMax: TIMEOUT_SECONDS_MAX };

/** The longest message of a question. A longer request is not shortened, because people must not approve a part of it. */
const CHARACTERS_MAX = 4_000;

export interface Approved {
  title: string;
  /** Each with its whole value, in this order. */
  parts: readonly (readonly [name: string, value: string])[];
}

/** All that some screen may show as the end of a line. */
const LINE_ENDS = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;

/** Every line but the first, so that no line of a part passes as the beginning of another part. */
const indented = (part: string): string => part.replace(LINE_ENDS, "$&  ");

/** Null: it is too long to be shown whole. */
export function approvalText({ title, parts }: Approved): string | null {
  const text = [title, ...parts.map(([name, value]) => indented(`${name}: ${value}`))].join("\n\n");
  return text.length > CHARACTERS_MAX ? null : text;
}
