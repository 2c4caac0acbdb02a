import type { WorkflowView } from "@/lib/contract/workflows/versions";
import type { Tone } from "@/lib/view/words";

/** How a workflow stands. */

type Standing = Pick<WorkflowView, "publication" | "latest">;

/** The number of the version in force. Null: none is. */
export function inForceOf({ publication }: Standing): number | null {
  return publication?.genuine ? publication.version_number : null;
}

export function standingOf(workflow: Standing): { title: string; tone: Tone } {
  const { publication } = workflow;
  if (!publication) return { title: "not in force", tone: "neutral" };
  if (!publication.genuine) return { title: "not published here", tone: "bad" };
  if (publication.version_number === null) return { title: "withdrawn", tone: "warn" };
  return { title: `version ${publication.version_number} in force`, tone: "good" };
}

/** The newest version where another one, or none, is in force. */
export function newerOf(workflow: Standing): number | null {
  const { number } = workflow.latest;
  return number === inForceOf(workflow) ? null : number;
}

/** Groups workflows by workspace, both in the order of their names. */
export function byWorkspace<One extends { workspace: string; name: string }>(
  workflows: readonly One[],
): [workspace: string, workflows: One[]][] {
  const groups = new Map<string, One[]>();
  for (const one of workflows.toSorted((a, b) => a.name.localeCompare(b.name)))
    groups.set(one.workspace, [...(groups.get(one.workspace) ?? []), one]);
  return [...groups].toSorted(([a], [b]) => a.localeCompare(b));
}
