import { PERCENT, POSITIVE_QUANTITY } from "./shared/range";
import { base } from "@/lib/core/action/tier-rules";
import { divide, multiply, percentMove, subtract, toCents } from "@/lib/core/values/decimal";
import { formatQuantity } from "@/lib/core/values/money";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import { changeOf, isPositive, itemKeyOf, undoByRestoring } from "./shared/change";
import { type LiveRead, defineActionType } from "./shared/definition";
import { payloadDetail } from "./shared/detail";
import { entity, fromContext, targetOf } from "./shared/target";
import { decided, decimal, reference, seenValue, word } from "./shared/tool";

const target = targetOf(
  entity("bom"),
  fromContext("component", ["component", "component_item", "component_sku"], { required: true }),
  // Absent: the revision in effect on the day.
  fromContext("revision", ["revision", "bom_revision"]),
);

export const bomChange = defineActionType({
  type: "bom_change",
  title: "BOM change",
  entityTypes: ["bom"],
  destination: "netsuite",
  effect: "update",
  anyField: true,
  record: "bomrevision",
  fields: [
    {
      kind: "quantity",
      range: POSITIVE_QUANTITY,
      field: "bomquantity",
      label: "quantity per build",
      aliases: ["bom_quantity", "quantity", "component_quantity", "qty"],
    },
    {
      kind: "quantity",
      range: PERCENT,
      field: "componentyield",
      label: "yield in percent",
      aliases: ["component_yield", "yield", "yield_percent"],
    },
  ],
  target: target.parts,
  pinnedIds: ["item_id"],
  facts: [
    "bom_name",
    "bom_quantity",
    "component_yield",
    "item_name",
    "revision_name",
    "unit_cost",
    "units_built_year",
  ],
  tierRules: [base("bom-variance", 3)],
  afterExternalEdit: "stale",
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
      sku: itemKeyOf(payload, target.text(payload, "component")),
      complete: impactCents !== null && movementPercent !== null && isPositive(cost) && isPositive(built),
    };
  },
  subject: (payload, live) => `${componentOf(payload, live)} in ${bomOf(payload, live)}`,
  details(payload, live) {
    const read = live?.facts.revision_name;
    const proposed = target.text(payload, "revision");
    return [
      // The card's title is cut where it is narrow.
      ...payloadDetail("", bomOf(payload, live)),
      ...(read ? [`revision ${read}`] : payloadDetail("revision", proposed)),
      ...(read || proposed ? [] : ["the revision in effect when it is written"]),
    ];
  },
  says: ["bomquantity", "componentyield"],
  sentence(payload, live) {
    const component = componentOf(payload, live);
    const quantityMove = moveOf(payload, live, { field: "bomquantity", unit: "" });
    const yieldMove = moveOf(payload, live, { field: "componentyield", unit: " %" });
    const moves = [
      quantityMove && `change ${component}${quantityMove} per build`,
      yieldMove && (quantityMove ? `its yield${yieldMove}` : `change the yield of ${component}${yieldMove}`),
    ].filter((move) => move !== null);
    const revision = live?.facts.revision_name ?? target.text(payload, "revision");
    const where = `BOM ${bomOf(payload, live)}${revision ? `, revision ${revision}` : ""}`;
    return `In ${where}, ${moves.join(" and ")}`;
  },
  undo: undoByRestoring,
  tool: {
    name: "propose_bom_change",
    description: decided(
      "Proposes another quantity or yield of one component of a bill of materials; say at least one of the two.",
    ),
    words: {
      bom: word("entity_ref", reference, "The BOM's name, such as Garden salad mix."),
      component: word("context.component", reference, "The component's item number, such as 10542."),
      revision: word(
        "context.revision",
        reference.optional(),
        "The revision's name, such as R3. Left out: the one in effect.",
      ),
      quantityFrom: seenValue("changes.bomquantity.from", "The quantity per build"),
      quantity: word(
        "changes.bomquantity.to",
        decimal.optional(),
        "The new quantity per build, such as 0.34.",
      ),
      yieldFrom: seenValue("changes.componentyield.from", "The yield"),
      yieldPercent: word(
        "changes.componentyield.to",
        decimal.optional(),
        "The new yield in percent, such as 82.5.",
      ),
    },
  },
  example: {
    entity_type: "bom",
    entity_ref: "Garden salad mix",
    changes: [
      { field: "bomquantity", from: "0.32", to: "0.34" },
      { field: "componentyield", from: "85", to: "82.5" },
    ],
    context: { component: "10542" },
    record: { type: "bomrevision", id: "522", item_id: "318" },
  },
});

/** The stock that one build takes: the quantity, and the waste on top of it. Without a yield nothing is wasted. */
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
  return live?.facts.item_name ?? `Item ${target.text(payload, "component") ?? "unknown"}`;
}

function bomOf(payload: ProposalPayload, live: LiveRead | null): string {
  return live?.facts.bom_name ?? payload.entity_ref;
}
