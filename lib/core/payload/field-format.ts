import { z } from "zod";
import { piecesOf } from "@/lib/core/values/shown-text";

/** Forms that a text value must have beyond being text. */

export const EMAIL_LIMITS = { addressLengthMax: 254, lineLengthMax: 200 };

const address = z.email().max(EMAIL_LIMITS.addressLengthMax);

/** The fault of a text in this format, as words that follow the field's name; null if it has none. */
export function findFormatFault(format: "line" | "name" | "email_address", text: string): string | null {
  if (/[\r\n]/.test(text)) return "must be one line";
  if (format === "name" && piecesOf(text).some(({ kind }) => kind === "revealed"))
    return "must not contain invisible or control characters";
  if (format !== "email_address") {
    const { lineLengthMax } = EMAIL_LIMITS;
    return text.length > lineLengthMax ? `must have at most ${lineLengthMax} characters` : null;
  }
  // One address and nothing around it: a second one, a display name or a comment could lead elsewhere than it looks.
  if (address.safeParse(text).success) return null;
  const several = /[,;]/.test(text) ? "; a draft has one recipient in each field" : "";
  return `must be one e-mail address such as name@example.com, without a name around it${several}`;
}
