import { actionTypeOf, fieldOf } from "@/lib/action-types/registry";
import { formatMoney, formatQuantity } from "@/lib/core/values/money";

/** Words about another waiting action that would set another value at a place of this one. */

/** The longest text within the words; names of terms in NetSuite are shorter. */
const TEXT_MAX = 60;

export interface Conflict {
  id: number;
  agent: string;
  /** The person who wrote that version; null: it is the agent's own. */
  author: string | null;
  /** One of its fields at a shared place, and its value there. */
  field: string;
  value: string;
  /** The number of shared places. */
  places: number;
}

/** `#123 by pricing-agent asks for $1.52 here`: in the words of this action's own field, whose name it says where the type has several. */
export function conflictWords(
  actionType: string,
  { id, agent, author, field, value, places }: Conflict,
  currency: string,
): string {
  const asked =
    places === 1
      ? `${valueWords(actionType, field, value, currency)} here`
      : `other values in ${places} places`;
  return `#${id} by ${author ?? agent} asks for ${asked}`;
}

function valueWords(actionType: string, field: string, value: string, currency: string): string {
  const { kind = "text", label = field } = fieldOf(actionType, field) ?? {};
  const several = (actionTypeOf(actionType)?.fields.length ?? 1) > 1;
  return `${several ? `${label} ` : ""}${shownValue(kind, value, currency)}`;
}

function shownValue(kind: string, value: string, currency: string): string {
  if (value === "") return "no value";
  if (kind === "money") return formatMoney(value, currency);
  return kind === "quantity" ? formatQuantity(value) : `“${withinQuotes(value)}”`;
}

/** An agent's text within a sentence of ours about somebody else's action: it ends no quote of ours and stays short. */
function withinQuotes(text: string): string {
  const characters = [...text.replaceAll(/[“”„"]/gu, "'")];
  return characters.length > TEXT_MAX ? `${characters.slice(0, TEXT_MAX).join("")}…` : characters.join("");
}
