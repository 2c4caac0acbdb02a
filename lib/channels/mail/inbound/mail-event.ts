import { inPlainText } from "@/lib/core/values/shown-text";
import { type MailName, mailNameOf } from "@/lib/channels/mail/mail-name";

/** A provider's news of a mail of ours that it took before. */
export interface MailEvent {
  name: MailName;
  /** `returned`: it did not arrive, and never will. `reported`: it did, and its reader called it spam. */
  kind: "returned" | "reported";
  /** In the provider's words. */
  why: string;
}

const WHY_CHARACTERS_MAX = 300;

/** None where it names no mail of ours: others send by the same account of the provider's. */
export function eventsOn(
  name: MailName | null,
  kind: MailEvent["kind"] | null,
  said: readonly (string | number | null | undefined)[],
): MailEvent[] {
  if (name === null || kind === null) return [];
  const words = said.filter((part) => part !== undefined && part !== null && part !== "").join(" ");
  const why = inPlainText(words).replaceAll(/\s+/g, " ").trim().slice(0, WHY_CHARACTERS_MAX);
  return [{ name, kind, why: why || "It gave no reason." }];
}

/** Reads the name out of a value that a provider returns. Null: it is not ours. */
export const nameIn = (value: unknown): MailName | null =>
  mailNameOf(typeof value === "string" ? value : null);

/** Null: it is no JSON in UTF-8. */
export function jsonOf(body: Buffer): { value: unknown } | null {
  try {
    return { value: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body)) };
  } catch {
    return null;
  }
}

export const isJsonType = (contentType: string | null): boolean =>
  /^application\/json\b/i.test(contentType ?? "");
