import { readFileSync } from "node:fs";
import { z } from "zod";
import type { Classification, RepliedQuestion, Reply } from "@/lib/interactions/classify/reply";
import { READINGS, RELEVANCE_CLASSES } from "@/lib/core/interaction/interaction";
import questions from "./questions.json" with { type: "json" };

/** The labelled messages. README.md tells how they came about. */

const label = z.strictObject({
  relevance: z.enum(RELEVANCE_CLASSES),
  reading: z.enum(READINGS),
  value: z.json().optional(),
});
/** README.md says which of them the rules' words were chosen by. */
export const SPLITS = ["tune", "locked", "later-one", "later-two"] as const;
const messageSchema = z.strictObject({
  id: z.string(),
  split: z.enum(SPLITS),
  kind: z.string(),
  language: z.enum(["en", "de", "fr", "es", "ja", "mx"]),
  question: z.enum(Object.keys(questions) as [keyof typeof questions]),
  channel: z.enum(["email", "slack"]),
  headers: z.record(z.string(), z.string()).default({}),
  text: z.string(),
  first: label,
  /** The blind second pass; the later messages have none. */
  second: label.optional(),
});
export type LabelledMessage = z.output<typeof messageSchema>;

export function readMessages(): LabelledMessage[] {
  const lines = ["messages.jsonl", "later.jsonl"].flatMap((file) =>
    readFileSync(new URL(file, import.meta.url), "utf8")
      .trim()
      .split("\n"),
  );
  return lines.map((line) => messageSchema.parse(JSON.parse(line)));
}

const ASKED_AT = new Date("2026-11-24T08:00:00.000Z");
const hours = (count: number) => new Date(ASKED_AT.getTime() + count * 3_600_000);

/** As a channel hands it over: from somebody who is asked, an hour after the question. */
export const replyOf = ({ text, headers }: LabelledMessage): Reply => ({
  text,
  headers,
  cameByAskedChannel: true,
  from: "asked",
  receivedAt: hours(1),
});

export const questionOf = ({ question }: LabelledMessage): RepliedQuestion => ({
  ...(questions[question] as Pick<RepliedQuestion, "type" | "message">),
  askedAt: ASKED_AT,
  openUntil: hours(24),
});

export interface Classified {
  message: LabelledMessage;
  given: Classification;
  ms: number;
}
