import { kitAction } from "./definition";
import { decimal, reference, written } from "./words";

export const assemblyBuild = kitAction({
  actionType: "assembly_build",
  name: "propose_assembly_build",
  description:
    "Proposes to build an assembly at one location from the components of its BOM. A person decides; nothing is written now.",
  entityType: "item",
  words: {
    sku: reference.describe("The assembly's number, such as 20110."),
    location: reference.describe("The location's name, such as Plant 2."),
    quantity: decimal.describe("How many to build, such as 120."),
    date: reference
      .optional()
      .describe("The day of the build, such as 2026-11-20. Left out: the day of the write."),
    memo: written.optional().describe("Written on the build in NetSuite."),
  },
  goesTo: {
    sku: "entity_ref",
    location: "context.location",
    quantity: "changes.quantity.to",
    date: "context.trandate",
    memo: "context.memo",
  },
});
