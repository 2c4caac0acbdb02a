import { kitAction } from "./definition";
import { decimal, reference, seenValue } from "./words";

export const bomChange = kitAction({
  actionType: "bom_change",
  name: "propose_bom_change",
  description:
    "Proposes another quantity or yield of one component of a bill of materials; say at least one of the two. A person decides; nothing is written now.",
  entityType: "bom",
  words: {
    bom: reference.describe("The BOM's name, such as Garden salad mix."),
    component: reference.describe("The component's item number, such as 10542."),
    revision: reference.optional().describe("The revision's name, such as R3. Left out: the one in effect."),
    quantityFrom: seenValue("The quantity per build"),
    quantity: decimal.optional().describe("The new quantity per build, such as 0.34."),
    yieldFrom: seenValue("The yield"),
    yieldPercent: decimal.optional().describe("The new yield in percent, such as 82.5."),
  },
  goesTo: {
    bom: "entity_ref",
    component: "context.component",
    revision: "context.revision",
    quantityFrom: "changes.bomquantity.from",
    quantity: "changes.bomquantity.to",
    yieldFrom: "changes.componentyield.from",
    yieldPercent: "changes.componentyield.to",
  },
});
