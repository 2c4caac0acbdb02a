import type { MailEvent } from "./mail-event";
import type { ReturnedMail } from "./returned-mail";

/**
 * This folder holds the ways in for mail: each checks that its provider sent the request, and makes the same of it. None decides, answers
 * or stores anything.
 */

export interface IncomingMail {
  envelope: {
    /** Null: mail servers sent it, so it is about a mail of ours. */
    from: string | null;
    to: readonly string[];
  };
  /** The addresses that its header From names, in lower case. */
  from: readonly string[];
  /** True if the receiving server found that the domain of From sent it (DMARC). */
  isAuthentic: boolean;
  messageId: string | null;
  /** Those that somebody looks at later, by their names in lower case. */
  headers: Readonly<Record<string, string>>;
  text: string;
  /** A word of the provider's that vouches for one mail, where its signature is of that word alone. Absent: it is of the mail. */
  voucher?: string;
  /** A mail server returns one of ours. Absent: it is no such report, or its provider does not hand reports on whole. */
  returned?: ReturnedMail;
  /** Names of files, which nobody opens or keeps. */
  attachments: readonly string[];
}

/** A request of a provider's as it came. */
export interface MailRequest {
  headers: Headers;
  body: Buffer;
  now: Date;
}

export type ReadMail =
  | { kind: "mail"; mail: IncomingMail }
  /** News of mails of ours. `voucher`: as a mail's. */
  | { kind: "events"; events: readonly MailEvent[]; voucher?: string }
  /** Its provider asks whether this address is ours. */
  | { kind: "question"; url: string }
  | { kind: "nothing" }
  | { kind: "forged" | "malformed" };

export const forged: ReadMail = { kind: "forged" };
export const malformed: ReadMail = { kind: "malformed" };

export interface MailHeader {
  name: string;
  value: string;
}

const KEPT = [
  "from",
  "to",
  "date",
  "subject",
  "message-id",
  "in-reply-to",
  "references",
  "content-type",
  "auto-submitted",
  "x-autoreply",
  "x-autorespond",
  "precedence",
  "list-id",
] as const;
const VALUE_MAX = 998;

/** The headers by name. The first of a repeated header counts, except for those that mark automatic mail. */
export function headersOf(all: readonly MailHeader[], envelopeFrom: string | null): Record<string, string> {
  const kept: Record<string, string> = { "return-path": envelopeFrom === null ? "<>" : `<${envelopeFrom}>` };
  for (const name of KEPT) {
    const value = valuesOf(all, name)[0];
    if (value !== undefined) kept[name] = value.slice(0, VALUE_MAX);
  }
  const submitted = valuesOf(all, "auto-submitted").find((value) => !/^\s*no\b/i.test(value));
  if (submitted !== undefined) kept["auto-submitted"] = submitted.slice(0, VALUE_MAX);
  return kept;
}

export const valuesOf = (all: readonly MailHeader[], name: string): string[] =>
  all.filter((one) => one.name.toLowerCase() === name).map(({ value }) => value);

/** Null where there is none, or several. */
export function onlyValueOf(all: readonly MailHeader[], name: string): string | null {
  const [value, ...more] = valuesOf(all, name);
  return value === undefined || more.length > 0 ? null : value;
}

/** `<>`, an empty text and nothing are the sender of mail servers. */
export function envelopeFromOf(text: string | null | undefined): string | null {
  const address = (text ?? "").trim().replace(/^<(.*)>$/, "$1");
  return address === "" ? null : address.toLowerCase();
}

/** Null: it is not base64, or the same bytes are written otherwise. */
export function bytesOfBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, "base64");
  return bytes.length > 0 && bytes.toString("base64") === text ? bytes : null;
}
