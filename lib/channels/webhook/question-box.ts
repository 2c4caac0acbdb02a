import { createHash } from "node:crypto";
import { z } from "zod";
import { newWebhookSecret } from "@/lib/outbound";

/**
 * The secret of a company's webhook for questions, kept with its address in the account's sealed box: whoever writes another address
 * into the database gets nothing sent.
 */

const boxSchema = z.object({
  url: z.string(),
  secret: z.string(),
  /** After a rotation: it counts as well until `until`. */
  before: z.object({ secret: z.string(), until: z.iso.datetime() }).nullable(),
});
export type QuestionBox = z.output<typeof boxSchema>;

/** The account's settings, which can be read without the key. */
const settingsSchema = z.object({ url: z.string() });

export const newQuestionBox = (url: string): QuestionBox => ({
  url,
  secret: newWebhookSecret(),
  before: null,
});

export const writeQuestionBox = (box: QuestionBox): string => JSON.stringify(box);

interface Opened {
  /** The secret in the account's box. Null: it has none. */
  secret: string | null;
  settings: Readonly<Record<string, unknown>>;
}

/** Null: the account has no box, or one for another address than its settings say. */
export function readQuestionBox({ secret, settings }: Opened): QuestionBox | null {
  const box = secret === null ? null : boxSchema.safeParse(jsonOf(secret)).data;
  return box && box.url === addressOf(settings) ? box : null;
}

/** Where questions go, as pages show it. Null: it says none. */
export const addressOf = (settings: Opened["settings"]): string | null =>
  settingsSchema.safeParse(settings).data?.url ?? null;

/** A person at an address: what they said of one holds for no other, whoever moves the account there. */
export const endpointUserOf = (userId: number, url: string): string =>
  `${userId}@${createHash("sha256").update(url).digest("base64url")}`;

/** Both sign and verify while a rotation lasts. */
export const secretsOf = ({ secret, before }: QuestionBox, now: Date): string[] =>
  before && Date.parse(before.until) > now.getTime() ? [secret, before.secret] : [secret];

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
