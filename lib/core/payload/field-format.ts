import { z } from "zod";
import { piecesOf } from "@/lib/core/values/shown-text";

/** Forms that a text value must have beyond being text. */

export const EMAIL_LIMITS = { addressesMax: 20, lineLengthMax: 200 };

const address = z.email().max(254);

/** The fault of a text in this format, as words that follow the field's name; null if it has none. */
export function findFormatFault(format: "line" | "name" | "email_addresses", text: string): string | null {
  if (/[\r\n]/.test(text)) return "must be one line";
  if (format === "name" && piecesOf(text).some(({ kind }) => kind === "revealed"))
    return "must not contain invisible or control characters";
  if (format !== "email_addresses") {
    const { lineLengthMax } = EMAIL_LIMITS;
    return text.length > lineLengthMax ? `must have at most ${lineLengthMax} characters` : null;
  }
  const addresses = text.split(",").map((part) => part.trim());
  if (addresses.length > EMAIL_LIMITS.addressesMax)
    return `must hold at most ${EMAIL_LIMITS.addressesMax} addresses`;
  const wrong = addresses.find((one) => !address.safeParse(one).success);
  return wrong === undefined ? null : `holds “${wrong.slice(0, 80)}”, which is no e-mail address`;
}
