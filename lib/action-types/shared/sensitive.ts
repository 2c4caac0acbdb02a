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
