import type { WorkflowVersion } from "@/lib/contract/workflows/versions";

/** As long as there is room for in the picture. */
const noteMax = 21;

/** Below a step's name in the picture of a workflow: `each: netsuite.propose`, or `on error: transform`. */
export function pictureNote({
  tool_name: tool,
  kind,
  on_error: onError,
}: Pick<WorkflowVersion["steps"][number], "tool_name" | "kind" | "on_error">): string {
  const note = `${onError ? "on error: " : ""}${kind === "list" ? "each: " : ""}${tool}`;
  return note.length > noteMax ? `${note.slice(0, noteMax - 1)}…` : note;
}
