import type { VersionRow } from "@/db/queries/workflows/workflows";
import { sha256Hex } from "@/lib/core/ledger/payload-hash";
import { definitionSchema, type WorkflowDefinition } from "@/lib/runtime/definitions/definition";

/** A version's definition. @throws Error where the row's text is not the one that its hash names. */
export function definitionOf({
  definitionText,
  hash,
}: Pick<VersionRow, "definitionText" | "hash">): WorkflowDefinition {
  if (sha256Hex(definitionText) !== hash) throw new Error("a version's definition differs from its hash");
  return definitionSchema.parse(JSON.parse(definitionText));
}
