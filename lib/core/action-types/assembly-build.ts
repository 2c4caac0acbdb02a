import { add, compareDecimals, toCents } from "@/lib/core/values/decimal";
import { type ProposalPayload, targetText } from "@/lib/core/field-map";
import { formatQuantity } from "@/lib/core/values/money";
import { type ActionTypeDefinition, type LiveRead, changeOf, isPositive, itemKeyOf } from "./definition";
import { itemNameOf } from "./price-words";

export const assemblyBuild: ActionTypeDefinition = {
  type: "assembly_build",
  entityTypes: ["item"],
  title: "Assembly build",
  fieldLabels: { quantity: "quantity to build" },
  weigh(payload, live) {
    const { unit_cost: cost } = live.facts;
    const impactCents = toCents(changeOf(payload, "quantity").to, cost ?? null);
    return {
      movementPercent: null,
      impactCents,
      basis: cost === undefined ? null : "at unit cost",
      customerRef: null,
      sku: itemKeyOf(payload, payload.entity_ref),
      complete: impactCents !== null && isPositive(cost),
    };
  },
  subject: itemNameOf,
  details(payload, live) {
    const [location, date, memo] = ["location", "trandate", "memo"].map((part) => targetText(payload, part));
    return [
      location ? `at ${location}` : null,
      stockAfter(payload, live),
      ...componentDetails(live, changeOf(payload, "quantity").to),
      date ? `dated ${date}` : null,
      memo ? `memo “${memo}”` : null,
    ].filter((detail) => detail !== null);
  },
  sentence(payload, live) {
    const location = targetText(payload, "location");
    const quantity = formatQuantity(changeOf(payload, "quantity").to ?? "0");
    return `Build ${quantity} of ${this.subject(payload, live)}${location ? ` at ${location}` : ""} from the components of its BOM`;
  },
  // What was built may be sold or used by the time somebody regrets it: unbuilding is a decision of its own.
  undo: () => null,
};

function stockAfter(payload: ProposalPayload, live: LiveRead | null): string | null {
  const onHand = live?.facts.on_hand ?? null;
  const after = add(onHand, changeOf(payload, "quantity").to);
  return onHand === null || after === null
    ? null
    : `brings ${formatQuantity(onHand)} on hand to ${formatQuantity(after)}`;
}

/** Which BOM is consumed, and for how many there were components when it was read. */
function componentDetails(live: LiveRead | null, quantity: string | null): string[] {
  if (!live) return [];
  const { bom_name: bom, revision_name: revision, buildable_quantity: buildable } = live.facts;
  const only = compareDecimals(buildable ?? null, quantity) === -1 ? "only " : "";
  return [
    ...(bom ? [`BOM ${bom}${revision ? `, revision ${revision}` : ""}`] : []),
    ...(buildable ? [`components on hand for ${only}${formatQuantity(buildable)}`] : []),
  ];
}
