import type { TenantTransaction } from "@/db/client";
import { findPublication, findVersion, findWorkflow } from "@/db/queries/workflows/workflows";
import { AppError } from "@/lib/core/errors";
import type { WorkflowDefinition } from "@/lib/runtime/definitions/definition";
import { definitionOf } from "./definition-of";
import { versionInForce } from "./workflow-view";

/** Workflows that call one another, the outermost counted. */
export const CALL_DEPTH_MAX = 5;

/**
 * Every workflow that this one calls is in force, and the calls go no deeper than five. @throws AppError validation_failed 422
 *   naming the chain of calls.
 */
export async function checkCalls(
  tx: TenantTransaction,
  tenantId: number,
  definition: WorkflowDefinition,
): Promise<void> {
  /** By name: the longest chain of calls below a workflow, itself included. Each is looked up once. */
  const chains = new Map<string, readonly string[]>();
  const visit = async (one: WorkflowDefinition, above: readonly string[]): Promise<readonly string[]> => {
    const here = [...above, one.workflow];
    let longest: readonly string[] = [];
    for (const name of calledBy(one)) {
      if (here.includes(name)) throw refused(`These workflows call each other: ${arrows([...here, name])}.`);
      if (here.length >= CALL_DEPTH_MAX) throw tooDeep([...here, name]);
      const called = chains.has(name) ? null : await inForce(tx, tenantId, name);
      if (!chains.has(name) && !called)
        throw refused(`${name}, which ${one.workflow} calls, is not in force: publish it first.`);
      const below = chains.get(name) ?? (await visit(called!, here));
      if (below.length > longest.length) longest = below;
    }
    const chain = [one.workflow, ...longest];
    chains.set(one.workflow, chain);
    if (above.length + chain.length > CALL_DEPTH_MAX) throw tooDeep([...above, ...chain]);
    return chain;
  };
  await visit(definition, []);
}

const calledBy = ({ steps, on_error: onError = [] }: WorkflowDefinition): Set<string> =>
  new Set([...steps, ...onError].flatMap(({ call }) => (call === undefined ? [] : [call])));

async function inForce(
  tx: TenantTransaction,
  tenantId: number,
  name: string,
): Promise<WorkflowDefinition | null> {
  const workflow = await findWorkflow(tx, tenantId, { name });
  if (!workflow) return null;
  const versionId = versionInForce(tenantId, workflow.id, await findPublication(tx, tenantId, workflow.id));
  const version = versionId === null ? null : await findVersion(tx, tenantId, workflow.id, versionId);
  return version && definitionOf(version);
}

const arrows = (names: readonly string[]) => names.join(" → ");
const tooDeep = (names: readonly string[]) =>
  refused(`Calls go ${CALL_DEPTH_MAX} deep at most: ${arrows(names)}.`);
const refused = (message: string) =>
  new AppError("validation_failed", message, { issues: [{ path: "version_id", message }] });
