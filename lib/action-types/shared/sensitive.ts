import type { Mark } from "@/lib/core/action/marks";
import type { Field } from "./definition";

/**
 * Fields by which money or words reach somebody: a value that was never seen there lifts the tier. It goes by the field
 * itself, so that an action type which adds such a field gets the rule without asking for it.
 */
export function sensitivityOf({
  field,
  label,
  format,
}: Pick<Field, "field" | "label" | "format">): Mark | null {
  if (format === "email_address") return "new_recipient";
  const words = `${field} ${label}`.toLowerCase();
  if (/iban|bank|swift|\bbic\b|routing|account.?(number|no\b)|acctnum|accountnumber/.test(words))
    return "new_bank_details";
  return /e-?mail|recipient/.test(words) ? "new_recipient" : null;
}

/** A word for an account, and a long number close behind it that is no date. */
const account =
  /\b(?:iban|bic|swift|sort code|routing|aba|account|acct|a\/c|clabe|ifsc|bsb|konto|kto)\b\D{0,24}?(?!\d{4}-\d\d-\d\d\b)\d(?:[ .-]?\d){5}/i;
const ibanShape = /\b[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]){11,30}/gi;

/**
 * True where a text tells somebody which account to pay to. It goes by the shapes of such numbers: whoever means to hide one
 * writes it in words, and a person who reads the text sees that.
 */
export function namesBankDetails(text: string): boolean {
  const plain = text.normalize("NFKC").replaceAll(/\p{Cf}/gu, "");
  return account.test(plain) || (plain.match(ibanShape) ?? []).some(beginsWithIban);
}

/** True if the text begins with an IBAN: 15 to 34 characters, mostly digits, with matching check digits (ISO 13616). Words may follow. */
function beginsWithIban(text: string): boolean {
  const letters = text.replaceAll(/[ -]/g, "").toUpperCase();
  for (let length = 15; length <= Math.min(34, letters.length); length += 1) {
    const candidate = letters.slice(0, length);
    if (candidate.replaceAll(/\D/g, "").length < 10) continue;
    const moved = candidate.slice(4) + candidate.slice(0, 4);
    const number = moved.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
    if (BigInt(number) % 97n === 1n) return true;
  }
  return false;
}
