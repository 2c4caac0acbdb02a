import { POSITIVE_QUANTITY } from "./shared/range";
import { base, raisedBy, raisedByTotals } from "@/lib/core/action/tier-rules";
import { compareDecimals } from "@/lib/core/values/decimal";
import { formatQuantity } from "@/lib/core/values/money";
import { changeOf } from "./shared/change";
import { type LiveRead, defineActionType } from "./shared/definition";
import { payloadDetail, writtenDetail } from "./shared/detail";
import { stockAfter, stockMove } from "./shared/stock";
import { entity, fromContext, locationName, targetOf, writtenText } from "./shared/target";
import { decided, decimal, reference, word, written } from "./shared/tool";

const target = targetOf(
  entity("item"),
  fromContext("location", locationName, { required: true }),
  // Absent: NetSuite dates it on the day it is written.
  writtenText("trandate", ["trandate", "date"], { kind: "date" }),
  writtenText("memo", ["memo"]),
);

export const assemblyBuild = defineActionType({
  ...stockMove("quantity"),
  type: "assembly_build",
  title: "Assembly build",
  record: "assemblybuild",
  fields: [
    {
      field: "quantity",
      label: "quantity to build",
      kind: "quantity",
      aliases: ["build_quantity", "quantity_to_build", "qty"],
      range: POSITIVE_QUANTITY,
    },
  ],
  target: target.parts,
  pinnedIds: ["item_id", "location_id", "revision_id"],
  permissions: [
    {
      key: "TRAN_BUILD",
      name: "Build Assemblies",
      level: "CREATE",
      without: "assembly builds are refused",
      optional: true,
    },
  ],
  facts: ["bom_name", "buildable_quantity", "item_name", "on_hand", "revision_name", "unit_cost"],
  tierRules: [
    base("build-up-to-5000-dollars", 3),
    raisedBy("impact_cents", 5_000_01, "build-over-5000-dollars", 4),
    ...raisedByTotals(["item", "agent", "location"], {
      atLeast: 5_000_01,
      words: "over-5000-dollars",
      tier: 4,
    }),
  ],
  // A build adds to the present stock, so another stock changes nothing about the approved write.
  afterExternalEdit: "untouched",
  details(payload, live) {
    const quantity = changeOf(payload, "quantity").to;
    const [location, date, memo] = (["location", "trandate", "memo"] as const).map((part) =>
      target.text(payload, part),
    );
    return [
      ...payloadDetail("at", location),
      stockAfter(live?.facts.on_hand ?? null, quantity),
      ...componentDetails(live, quantity),
      ...payloadDetail("dated", date),
      ...writtenDetail("memo", memo),
    ].filter((detail) => detail !== null);
  },
  sentence(payload, live) {
    const location = target.text(payload, "location");
    const quantity = formatQuantity(changeOf(payload, "quantity").to ?? "0");
    return `Build ${quantity} of ${this.subject(payload, live)}${location ? ` at ${location}` : ""} from the components of its BOM`;
  },
  // The assemblies may be sold or used by the time somebody regrets the build: unbuilding is a decision of its own.
  undo: () => null,
  staysBecause: "a build is taken apart in NetSuite itself",
  tool: {
    name: "propose_assembly_build",
    description: decided("Proposes to build an assembly at one location from the components of its BOM."),
    words: {
      sku: word("entity_ref", reference, "The assembly's number, such as 20110."),
      location: word("context.location", reference, "The location's name, such as Plant 2."),
      quantity: word("changes.quantity.to", decimal, "How many to build, such as 120."),
      date: word(
        "context.trandate",
        reference.optional(),
        "The day of the build, such as 2026-11-20. Left out: the day of the write.",
      ),
      memo: word("context.memo", written.optional(), "Written on the build in NetSuite."),
    },
  },
  example: {
    entity_type: "item",
    entity_ref: "20110",
    changes: [{ field: "quantity", to: 100 }],
    context: { location: "Plant 2", trandate: "2026-11-20", memo: "Saturday's orders" },
    record: { type: "assemblyitem", id: "401", item_id: "401", location_id: "2", revision_id: "522" },
  },
});

/** The BOM that is consumed, and the number of builds for which there were components when it was read. */
function componentDetails(live: LiveRead | null, quantity: string | null): string[] {
  if (!live) return [];
  const { bom_name: bom, revision_name: revision, buildable_quantity: buildable } = live.facts;
  const only = compareDecimals(buildable ?? null, quantity) === -1 ? "only " : "";
  return [
    ...(bom ? [`BOM ${bom}${revision ? `, revision ${revision}` : ""}`] : []),
    ...(buildable ? [`components on hand for ${only}${formatQuantity(buildable)}`] : []),
  ];
}
