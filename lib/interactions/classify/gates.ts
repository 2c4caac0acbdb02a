import { READ_CHARACTERS_MAX, normaliseText } from "./clauses";
import type { Reply } from "./reply";
import { anywhere, piecesOf } from "./words/signals";

/** Reasons that make a reply irrelevant, even against other evidence and a model's classification. */

const autoReply = anywhere("autoReply");
const bulk = anywhere("bulk");
const injection = piecesOf("injection");
/** Marks and brackets that people do not write in an answer. */
const MARKUP = /<\/?[a-z!][^>]{0,200}>|<!--|\[\[|\]\]|\{\s*"|```/iu;

const TEXT_CHARACTERS_MAX = 64 * 1_024;

/** Sentences. Empty: nothing does. @param text as it came, quotes and all. @param newText its own words. */
export function gatesOf(reply: Reply, newText: string): string[] {
  const gates: string[] = [];
  if (reply.from !== "asked") gates.push("It does not come from somebody whom the question asks.");
  const header = autoReplyHeader(reply.headers);
  if (header !== null) gates.push(`Its header ${header} says that a machine sent it.`);
  const own = normaliseText(newText).slice(0, READ_CHARACTERS_MAX);
  if (own.search(autoReply) !== -1) gates.push("It reads like an automatic reply.");
  if (own.search(bulk) !== -1) gates.push("It reads like a mail to many.");
  // Also where the signature or the quote hides it.
  const whole = normaliseText(reply.text.slice(0, TEXT_CHARACTERS_MAX));
  if (injection.test(whole) || MARKUP.test(own))
    gates.push("It speaks to whatever reads it, not to whoever asked.");
  return gates;
}

/** The header that gives an automatic mail away (RFC 3834 and what senders add to it). Null: none does. */
export function autoReplyHeader(headers: Reply["headers"]): string | null {
  const value = (name: string) => headers[name]?.trim().toLowerCase();
  const submitted = value("auto-submitted");
  if (submitted !== undefined && !submitted.startsWith("no")) return "Auto-Submitted";
  if (["", "<>"].includes(value("return-path") ?? "none")) return "Return-Path";
  if (value("x-autoreply") !== undefined) return "X-Autoreply";
  if (value("x-autorespond") !== undefined) return "X-Autorespond";
  if (["auto_reply", "bulk", "junk", "list"].includes(value("precedence") ?? "")) return "Precedence";
  if (value("list-id") !== undefined) return "List-Id";
  if (value("content-type")?.startsWith("multipart/report")) return "Content-Type";
  return null;
}
