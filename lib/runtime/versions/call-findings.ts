import type { TenantTransaction } from "@/db/client";
import { findPublication, findVersion, findWorkflow } from "@/db/queries/workflows/workflows";
import type { WorkflowDefinition } from "@/lib/runtime/definitions/definition";
import type { Finding } from "@/lib/runtime/definitions/problem";
import { definitionOf } from "./definition-of";
import { versionInForce } from "./workflow-view";

/** Workflows that call one another, the outermost counted. */
export const CALL_DEPTH_MAX = 5;

type Refusal = Pick<Finding, "code" | "message">;
/** The longest chain of calls from a workflow on, itself included; or why it cannot be called. */
type Chain = readonly string[] | Refusal;
const isRefusal = (chain: Chain): chain is Refusal => "message" in chain;

/** Steps that call a workflow which is not in force, or whose calls go too deep or in a circle. */
export async function callFindings(
  tx: TenantTransaction,
  tenantId: number,
  definition: WorkflowDefinition,
): Promise<Finding[]> {
  /** Call chains by workflow name, so that each workflow is looked up once. */
  const chains = new Map<string, readonly string[]>();
  const visit = async (name: string, above: readonly string[]): Promise<Chain> => {
    if (above.includes(name)) return circle([...above, name]);
    if (above.length >= CALL_DEPTH_MAX) return tooDeep([...above, name]);
    const chain = chains.get(name) ?? (await chainFrom(name, above));
    if (isRefusal(chain)) return chain;
    chains.set(name, chain);
    return above.length + chain.length > CALL_DEPTH_MAX ? tooDeep([...above, ...chain]) : chain;
  };
  const chainFrom = async (name: string, above: readonly string[]): Promise<Chain> => {
    const called = await inForce(tx, tenantId, name);
    if (!called) return notInForce(name, above.at(-1)!);
    let longest: readonly string[] = [];
    for (const next of new Set(callsOf(called).map(({ call }) => call))) {
      const below = await visit(next, [...above, name]);
      if (isRefusal(below)) return below;
      if (below.length > longest.length) longest = below;
    }
    return [name, ...longest];
  };
  const findings: Finding[] = [];
  for (const { call, path } of callsOf(definition)) {
    const chain = await visit(call, [definition.workflow]);
    if (isRefusal(chain)) findings.push({ path, ...chain });
  }
  return findings;
}

const callsOf = (definition: WorkflowDefinition) =>
  (["steps", "on_error"] as const).flatMap((part) =>
    (definition[part] ?? []).flatMap(({ call }, index) =>
      call === undefined ? [] : [{ call, path: [part, index, "call"] }],
    ),
  );

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
const circle = (names: readonly string[]): Refusal => ({
  code: "calls_in_circle",
  message: `These workflows call each other: ${arrows(names)}. One of the calls must go.`,
});
const tooDeep = (names: readonly string[]): Refusal => ({
  code: "calls_too_deep",
  message: `Calls go ${CALL_DEPTH_MAX} deep at most: ${arrows(names)}.`,
});
const notInForce = (name: string, caller: string): Refusal => ({
  code: "workflow_not_in_force",
  message: `${name}, which ${caller} calls, is not in force: publish it first.`,
});
