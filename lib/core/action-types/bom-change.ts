import { divide, multiply, percentMove, subtract, toCents } from "@/lib/core/values/decimal";
import { type ProposalPayload, targetText } from "@/lib/core/field-map";
import { formatQuantity } from "@/lib/core/values/money";
import {
  type ActionTypeDefinition,
  type LiveRead,
  changeOf,
  isPositive,
  itemKeyOf,
  undoByRestoring,
} from "./definition";

export const bomChange: ActionTypeDefinition = {
  type: "bom_change",
  entityTypes: ["bom"],
  title: "BOM change",
  fieldLabels: { bomquantity: "quantity per build", componentyield: "yield in percent" },
  weigh(payload, live) {
    const { unit_cost: cost, units_built_year: built } = live.facts;
    const before = usePerBuild(live.facts.bom_quantity, live.facts.component_yield);
    const after = usePerBuild(
      changeOf(payload, "bomquantity").to ?? live.facts.bom_quantity,
      changeOf(payload, "componentyield").to ?? live.facts.component_yield,
    );
    const impactCents = toCents(subtract(after, before), multiply(cost, built));
    const movementPercent = percentMove(after, before);
    return {
      movementPercent,
      impactCents,
      basis: built === undefined ? null : `a year, ${formatQuantity(built)} built`,
      customerRef: null,
      sku: itemKeyOf(payload, targetText(payload, "component")),
      complete: impactCents !== null && movementPercent !== null && isPositive(cost) && isPositive(built),
    };
  },
  subject: (payload, live) => `${componentOf(payload, live)} in ${bomOf(payload, live)}`,
  details(payload, live) {
    const revision = live?.facts.revision_name ?? targetText(payload, "revision");
    return [
      // The card's title is cut where it is narrow.
      bomOf(payload, live),
      revision ? `revision ${revision}` : "the revision in effect when it is written",
    ];
  },
  sentence(payload, live) {
    const component = componentOf(payload, live);
    const quantity = moveOf(payload, live, { field: "bomquantity", unit: "" });
    const left = moveOf(payload, live, { field: "componentyield", unit: " %" });
    const moves = [
      quantity && `change ${component}${quantity} per build`,
      left && (quantity ? `its yield${left}` : `change the yield of ${component}${left}`),
    ].filter((move) => move !== null);
    const revision = live?.facts.revision_name ?? targetText(payload, "revision");
    const where = `BOM ${bomOf(payload, live)}${revision ? `, revision ${revision}` : ""}`;
    return `In ${where}, ${moves.join(" and ")}`;
  },
  undo: undoByRestoring,
};

/** What one build takes off the stock: the quantity, and what is lost of it. No yield means that nothing is lost. */
function usePerBuild(quantity: string | undefined, yieldPercent: string | undefined): string | null {
  return divide(multiply(quantity, "100"), yieldPercent ?? "100");
}

/** ` from 85 % to 80 %`; null where it does not change. */
function moveOf(
  payload: ProposalPayload,
  live: LiveRead | null,
  { field, unit }: { field: string; unit: string },
): string | null {
  const { from, to } = changeOf(payload, field);
  if (to === null) return null;
  const old = from ?? live?.values[field] ?? null;
  return `${old === null ? "" : ` from ${formatQuantity(old)}${unit}`} to ${formatQuantity(to)}${unit}`;
}

function componentOf(payload: ProposalPayload, live: LiveRead | null): string {
  return live?.facts.item_name ?? `Item ${targetText(payload, "component") ?? "unknown"}`;
}

function bomOf(payload: ProposalPayload, live: LiveRead | null): string {
  return live?.facts.bom_name ?? payload.entity_ref;
}
