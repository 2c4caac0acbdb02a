import PostalMime, { type Email, addressParser } from "postal-mime";
import { type IncomingMail, type MailHeader, envelopeFromOf, headersOf, valuesOf } from "./incoming-mail";
import { textOfHtml } from "./text-of-html";
import { returnedMailOf } from "./returned-mail";

const TEXT_CHARACTERS_MAX = 256 * 1_024;
const NESTING_MAX = 20;
const HEADER_BYTES_MAX = 128 * 1_024;
/**
 * The parser's time grows with the square of the lines: 200,000 empty ones took it five seconds, 20,000 a tenth of one. A megabyte of
 * attachments has 14,000.
 */
const LINES_MAX = 20_000;
const LINE_FEED = 0x0a;

export interface ParsedMime extends Pick<
  IncomingMail,
  "from" | "messageId" | "headers" | "text" | "attachments" | "returned"
> {
  allHeaders: readonly MailHeader[];
}

/** A mail as its bytes. Null: it is no mail that can be read, or has too many lines. */
export async function parseMime(raw: Buffer, envelopeFrom: string | null): Promise<ParsedMime | null> {
  if (hasTooManyLines(raw)) return null;
  let email: Email;
  try {
    email = await PostalMime.parse(raw, {
      maxNestingDepth: NESTING_MAX,
      maxHeadersSize: HEADER_BYTES_MAX,
      // Forwarded text is not the sender's own reply.
      forceRfc822Attachments: true,
    });
  } catch {
    return null;
  }
  const allHeaders = email.headers.map(({ key, value }) => ({ name: key, value }));
  if (allHeaders.length === 0) return null;
  const returned = returnedMailOf(email.attachments);
  return {
    ...(returned && { returned }),
    from: valuesOf(allHeaders, "from").flatMap((value) => addressesOf(value)),
    messageId: email.messageId ?? null,
    headers: headersOf(allHeaders, envelopeFromOf(envelopeFrom)),
    text: plainTextOf(email.text, email.html),
    attachments: email.attachments.map(({ filename, mimeType }) => filename ?? mimeType),
    allHeaders,
  };
}

function hasTooManyLines(raw: Buffer): boolean {
  let lines = 0;
  for (let at = raw.indexOf(LINE_FEED); at !== -1 && lines <= LINES_MAX; at = raw.indexOf(LINE_FEED, at + 1))
    lines += 1;
  return lines > LINES_MAX;
}

/** In lower case. */
export const addressesOf = (header: string): string[] =>
  addressParser(header, { flatten: true }).flatMap(({ address }) => (address ? [address.toLowerCase()] : []));

/** A mail without text has it in its HTML. */
export function plainTextOf(text: string | undefined, html: string | undefined): string {
  const own = text?.trim() ? text : html ? textOfHtml(html.slice(0, TEXT_CHARACTERS_MAX)) : "";
  return own.slice(0, TEXT_CHARACTERS_MAX);
}
