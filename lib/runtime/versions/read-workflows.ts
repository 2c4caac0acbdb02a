/** The versions of workflows: stored, compared, put in force and withdrawn. */

import { diffLines } from "diff";
import { z } from "zod";
import { type TenantTransaction, inTenant } from "@/db/client";
import {
  type ListedWorkflow,
  type Publication,
  findVersionByNumber,
  listCurrentPublications,
  listDefinitions,
  listPublications,
  listVersions,
  listWorkflows,
} from "@/db/queries/workflows/workflows";
import type {
  VersionDiff,
  WorkflowVersion,
  WorkflowVersions,
  WorkflowView,
  Workflows,
} from "@/lib/contract/workflows/versions";
import { AppError } from "@/lib/core/errors";
import type { Person } from "@/lib/core/access/principal";
import { parseJson } from "@/lib/core/values/json";
import { isoOf } from "@/lib/core/values/time";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import type { WorkflowDefinition } from "@/lib/runtime/definitions/definition";
import { planSteps } from "@/lib/runtime/runs/plan-steps";
import { definitionOf } from "./definition-of";
import { noSuchWorkflow } from "./require-workflow";
import { publicationViewOf, versionInForce, versionViewOf, workflowViewOf } from "./workflow-view";

const WORKFLOWS_MAX = 1_000;
const PAGE = 50;

/** Reads workflows by workspace and name, at most 1,000. */
export async function readWorkflows(person: Person, gateway: Gateway = getGateway()): Promise<Workflows> {
  const { tenantId } = person;
  return inTenant(gateway.database, tenantId, async (tx) => {
    const rows = await listWorkflows(tx, tenantId, WORKFLOWS_MAX);
    return { items: await viewsOf(tx, tenantId, rows, await listCurrentPublications(tx, tenantId)) };
  });
}

/** A text that is no definition has no title: the list does not end with it. */
const titleIn = (definitionText: string): string | null =>
  z.object({ title: z.string() }).safeParse(parseJson(definitionText)).data?.title ?? null;

async function viewsOf(
  tx: TenantTransaction,
  tenantId: number,
  rows: readonly Omit<ListedWorkflow, "publication">[],
  publications: readonly (Publication & { workflowId: number })[],
): Promise<WorkflowView[]> {
  const listed = rows.map((row) => {
    const publication = publications.find(({ workflowId }) => workflowId === row.id) ?? null;
    return {
      ...row,
      publication,
      shown: versionInForce(tenantId, row.id, publication) ?? row.latestVersionId,
    };
  });
  const definitions = await listDefinitions(
    tx,
    tenantId,
    listed.map(({ shown }) => shown),
  );
  const titles = new Map(definitions.map(({ id, definitionText }) => [id, titleIn(definitionText)]));
  return listed.map((row) => workflowViewOf(tenantId, row, titles.get(row.shown) ?? null));
}

/** A workflow with its versions and publications. @throws AppError not_found 404. */
export async function readWorkflowVersions(
  person: Person,
  { id, below }: { id: number; below?: number | undefined },
  gateway: Gateway = getGateway(),
): Promise<WorkflowVersions> {
  const { tenantId } = person;
  return inTenant(gateway.database, tenantId, async (tx) => {
    const row = (await listWorkflows(tx, tenantId, 1, id))[0];
    if (!row) throw noSuchWorkflow();
    const publications = await listPublications(tx, tenantId, id, PAGE);
    const current = publications.slice(0, 1).map((one) => ({ ...one, workflowId: id }));
    const [workflow] = await viewsOf(tx, tenantId, [row], current);
    const inForce = versionInForce(tenantId, id, publications[0] ?? null);
    const rows = await listVersions(tx, { tenantId, workflowId: id, below: below ?? null, limit: PAGE + 1 });
    const items = rows.slice(0, PAGE).map((one) => versionViewOf(one, inForce));
    return {
      workflow: workflow!,
      items,
      next_below: rows.length > PAGE ? items.at(-1)!.number : null,
      publications: publications.map((one) => publicationViewOf({ tenantId, workflowId: id }, one)),
    };
  });
}

/** One version with its text; the newest where none is named. @throws AppError not_found 404. */
export async function readWorkflowVersion(
  person: Person,
  { id, number: wanted }: { id: number; number?: number | undefined },
  gateway: Gateway = getGateway(),
): Promise<WorkflowVersion> {
  const { tenantId } = person;
  const version = await inTenant(gateway.database, tenantId, async (tx) => {
    const number = wanted ?? (await newestIn(tx, tenantId, id));
    const found = await findVersionByNumber(tx, tenantId, id, number);
    if (!found) throw noSuchVersion(number);
    return found;
  });
  const { number, createdByLabel: by, createdAt, hash, source } = version;
  const definition = definitionOf(version);
  const { inputs = null, secrets = [], on = [] } = definition;
  const webhooks = on.flatMap(({ webhook }) => (webhook === undefined ? [] : [webhook]));
  return {
    version_id: version.id,
    number,
    hash,
    source,
    steps: [...plannedSteps(definition, "steps"), ...plannedSteps(definition, "on_error")],
    by,
    at: isoOf(createdAt),
    inputs,
    secrets,
    webhooks,
  };
}

const plannedSteps = (definition: WorkflowDefinition, part: "steps" | "on_error"): WorkflowVersion["steps"] =>
  planSteps(definition, part).map(({ step_id, step_index, tool_name, kind, needs }) => ({
    step_id,
    title: definition[part]![step_index]!.title ?? null,
    tool_name,
    kind,
    needs: [...needs],
    on_error: part === "on_error",
  }));

/**
 * Line by line what changed from one version to another, of the same workflow: to the newest, and from the one before, where they are
 * not named. @throws AppError not_found 404.
 */
export async function compareVersions(
  person: Person,
  { id, ...wanted }: { id: number; from?: number | undefined; to?: number | undefined },
  gateway: Gateway = getGateway(),
): Promise<VersionDiff> {
  const { tenantId } = person;
  const { from, to, before, after } = await inTenant(gateway.database, tenantId, async (tx) => {
    const last = wanted.to ?? (await newestIn(tx, tenantId, id));
    const first = wanted.from ?? Math.max(1, last - 1);
    return {
      from: first,
      to: last,
      before: await findVersionByNumber(tx, tenantId, id, first),
      after: await findVersionByNumber(tx, tenantId, id, last),
    };
  });
  if (!before) throw noSuchVersion(from);
  if (!after) throw noSuchVersion(to);
  const lines = linesOf(before.source, after.source);
  const count = (kind: string) => lines.filter((line) => line.kind === kind).length;
  return { from, to, lines, added: count("added"), removed: count("removed") };
}

/** @throws AppError not_found 404 for a workflow that is not here. */
async function newestIn(tx: TenantTransaction, tenantId: number, workflowId: number): Promise<number> {
  const [newest] = await listVersions(tx, { tenantId, workflowId, below: null, limit: 1 });
  if (!newest) throw noSuchWorkflow();
  return newest.number;
}

/** Edits beyond this are told as everything removed and everything added: comparing takes their square. */
const EDITS_MAX = 2_000;

function linesOf(before: string, after: string): VersionDiff["lines"] {
  const parts = diffLines(before, after, { maxEditLength: EDITS_MAX }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ];
  let [fromLine, toLine] = [0, 0];
  return parts.flatMap(({ value, added, removed }) =>
    value
      .replace(/\n$/, "")
      .split("\n")
      .map((text) => ({
        kind: added ? ("added" as const) : removed ? ("removed" as const) : ("same" as const),
        from_line: added ? null : (fromLine += 1),
        to_line: removed ? null : (toLine += 1),
        text,
      })),
  );
}
const noSuchVersion = (number: number) =>
  new AppError("not_found", `This workflow has no version ${number}.`);
