import type { Attachment } from "postal-mime";
import { inPlainText } from "@/lib/core/values/shown-text";

/** The report of a mail server that returns a mail of ours (RFC 3464). */
export interface ReturnedMail {
  /** In the server's words. */
  why: string;
  /** The name of the message, from the Message-ID of the returned mail. Null: it is not there. */
  ref: string | null;
}

const PART_CHARACTERS_MAX = 64 * 1_024;
const WHY_CHARACTERS_MAX = 300;
const MESSAGE_ID = /^message-id:\s*<([A-Za-z0-9_-]{22})\.[^@>\s]{1,40}@/im;

/** Null: it is no report, or says of no mail that it failed for good: a delay is none. */
export function returnedMailOf(attachments: readonly Attachment[]): ReturnedMail | null {
  const status = partOf(attachments, "message/delivery-status");
  if (status === null || !/^action:\s*failed\b/im.test(status)) return null;
  const code = /^status:\s*([245]\.\d{1,3}\.\d{1,3})/im.exec(status)?.[1];
  const words = /^diagnostic-code:(?:\s*[\w-]+;)?\s*(.+(?:\r?\n[ \t].+)*)/im.exec(status)?.[1];
  const original = partOf(attachments, "message/rfc822") ?? partOf(attachments, "text/rfc822-headers");
  const said = [code, words].filter((part) => part !== undefined).join(" ");
  const why = inPlainText(said).replaceAll(/\s+/g, " ").slice(0, WHY_CHARACTERS_MAX);
  return { why: why || "It gave no reason.", ref: MESSAGE_ID.exec(original ?? "")?.[1] ?? null };
}

function partOf(attachments: readonly Attachment[], type: string): string | null {
  const content = attachments.find(({ mimeType }) => mimeType.toLowerCase() === type)?.content;
  if (content === undefined) return null;
  const text = typeof content === "string" ? content : new TextDecoder().decode(content);
  return text.slice(0, PART_CHARACTERS_MAX);
}
