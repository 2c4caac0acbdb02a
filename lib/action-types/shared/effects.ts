import { compareDecimals } from "@/lib/core/values/decimal";
import type { ActionTypeDefinition } from "./definition";

/**
 * Effects: the places in NetSuite that writes reach, and conditions that make the same field another matter. A tier rule
 * hangs on them through the types that have them: a row obeys the rules of every type with which it shares an effect.
 */

/** Values that are a decision of their own kind, by place. A value may fulfil several. */
const CONDITIONS: Record<string, Record<string, (to: string | null) => boolean>> = {
  "customer.creditlimit": {
    // Less than one unit of money is nothing: a limit of a cent revokes as one of zero does.
    none: (to) => to === null || to === "" || compareDecimals(to, "1") === -1,
  },
  "customer.creditholdoverride": { on: (to) => to?.trim().toUpperCase() === "ON" },
};

/** `customer.creditlimit`. A note stands on the record that it is attached to. */
export function placesOf(
  { record, attached }: Pick<ActionTypeDefinition, "record" | "attached">,
  field: string,
  entityTypes: readonly string[],
): string[] {
  return attached ? entityTypes.map((type) => `${type}.${field}`) : [`${record}.${field}`];
}

/** `customer.creditlimit=none` */
export function conditionsOf(place: string, to: string | null): string[] {
  return Object.entries(CONDITIONS[place] ?? {})
    .filter(([, holds]) => holds(to))
    .map(([name]) => `${place}=${name}`);
}

/**
 * The effects of every write of a type. A field with one possible value counts by the conditions that it fulfils: whoever
 * sets another limit does not revoke one.
 */
export function effectsOfType(
  definition: Pick<
    ActionTypeDefinition,
    "record" | "attached" | "fields" | "entityTypes" | "onlyTo" | "implied"
  >,
): string[] {
  const { fields, entityTypes, onlyTo, implied = [] } = definition;
  return fields.flatMap(({ field }, index) => {
    const fixed = implied.find((change) => change.field === field)?.to ?? (index === 0 ? onlyTo : undefined);
    return placesOf(definition, field, entityTypes).flatMap((place) => {
      const held = fixed === undefined ? [] : conditionsOf(place, fixed);
      return held.length > 0 ? held : [place];
    });
  });
}
