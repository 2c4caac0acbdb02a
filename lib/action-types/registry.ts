/**
 * This room holds one definition per action type. Schemas, tools, tier rules, the RESTlet's approved ids, demo and
 * tables of tests follow from it.
 */

import { ALL_TOTALS, type ActionTypeRow, raisedBy, raisedByTotals } from "@/lib/core/action/tier-rules";
import type { ActionTypeDefinition, Field } from "./shared/definition";
import { effectsOfType, placesOf } from "./shared/effects";
// Made by `npm run action-types` from the files of this folder.
import { arNote } from "./ar-note";
import { assemblyBuild } from "./assembly-build";
import { bidPriceUpdate } from "./bid-price-update";
import { bomChange } from "./bom-change";
import { bulkPriceRoll } from "./bulk-price-roll";
import { cacheInvalidation } from "./cache-invalidation";
import { customerCreditLimit } from "./customer-credit-limit";
import { customerCreditRevoke } from "./customer-credit-revoke";
import { customerPriceUpdate } from "./customer-price-update";
import { customerTermsChange } from "./customer-terms-change";
import { emailDraft } from "./email-draft";
import { inventoryAdjustment } from "./inventory-adjustment";
import { itemPriceUpdate } from "./item-price-update";
import { noteAttachment } from "./note-attachment";
import { salesOrderLinePrice } from "./sales-order-line-price";
import { vendorCostRoll } from "./vendor-cost-roll";
import { vendorCostUpdate } from "./vendor-cost-update";
const definitions = [
  arNote,
  assemblyBuild,
  bidPriceUpdate,
  bomChange,
  bulkPriceRoll,
  cacheInvalidation,
  customerCreditLimit,
  customerCreditRevoke,
  customerPriceUpdate,
  customerTermsChange,
  emailDraft,
  inventoryAdjustment,
  itemPriceUpdate,
  noteAttachment,
  salesOrderLinePrice,
  vendorCostRoll,
  vendorCostUpdate,
] as const;
// End.

/**
 * One file per action type in this folder: fields, target, tier rules, words, undo, tool and an example. Schemas, tools,
 * policy, fault matrix, demo and the RESTlet's approved ids follow from the list above.
 */
export type ActionType = (typeof definitions)[number]["type"];
export const DEFINITIONS: readonly (ActionTypeDefinition & { type: ActionType })[] = definitions;
export const ACTION_TYPES = DEFINITIONS.map(({ type }) => type);
export const ROLL_ACTION_TYPES = typesWhere(({ lines }) => lines !== undefined);
/** Trivial by themselves: an admin may sign for them. A row of them that weighs more waits for a person all the same. */
export const TRIVIAL_ACTION_TYPES = typesWhere(({ tierRules }) =>
  tierRules.some(({ measure, tier }) => measure === "base" && tier === 1),
);
export const INTERNAL_ACTION_TYPES = typesWhere(({ destination }) => destination === "internal");
/** The types that our RESTlet itself writes: neither rolls, whose lines are of other types, nor internal types. */
export const RESTLET_ACTION_TYPES = typesWhere(
  ({ lines, destination }) => lines === undefined && destination === "netsuite",
);

/** The types as the database knows them, with the default tier rules in cents and percent. */
export const ACTION_TYPE_ROWS: readonly ActionTypeRow[] = [
  ...DEFINITIONS.map((definition) => ({
    actionType: definition.type,
    summedAs: definition.summedAs ?? placesOf(definition, definition.fields[0].field, ["*"])[0]!,
    effects: effectsOfType(definition),
    words: [definition.title, ...definition.fields.map(({ label }) => label)].join(" "),
    tierRules: definition.tierRules,
  })),
  {
    actionType: "*",
    summedAs: "*",
    effects: [],
    tierRules: [
      raisedBy("impact_cents", 25_000_01, "over-25000-dollars", 5),
      ...raisedByTotals(ALL_TOTALS, { atLeast: 25_000_01, words: "over-25000-dollars", tier: 5 }),
      raisedBy("new_recipients", 1, "new-recipient", 3),
      raisedBy("new_bank_details", 1, "new-bank-details", 3),
    ],
  },
];

const byType = new Map<string, (typeof DEFINITIONS)[number]>(DEFINITIONS.map((one) => [one.type, one]));

/** The definition of an action type. Undefined for an unknown one. */
export function actionTypeOf(name: string): (typeof DEFINITIONS)[number] | null {
  return byType.get(name) ?? null;
}

/** Finds a proposal's field by NetSuite's id or by an alias; null where the action type does not change it. */
export function fieldOf(actionType: string, name: string): Field | null {
  const lowerCase = name.trim().toLowerCase();
  const fields = actionTypeOf(actionType)?.fields ?? [];
  return fields.find(({ field, aliases }) => field === lowerCase || aliases.includes(lowerCase)) ?? null;
}

function typesWhere(matches: (definition: ActionTypeDefinition) => boolean): ActionType[] {
  return DEFINITIONS.filter(matches).map(({ type }) => type);
}
