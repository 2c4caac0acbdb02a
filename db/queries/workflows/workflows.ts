/** This room holds the SQL of workflows: their versions, their runs and their steps. */

import { sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import type { workflowPublications, workflowVersions, workflows } from "@/db/schema/workflows";
import type { Page, SealedRow } from "@/db/queries/people/sealed";
import { type RowOf, execute, selectAll, selectFirst, selectOne } from "@/db/queries/rows";

/** Workflows, their versions and their publications. */

/** The publication in force of a workflow. Without a version it was withdrawn. */
export type Publication = RowOf<
  typeof workflowPublications,
  "id" | "number" | "versionId" | "note" | "byUserId" | "byLabel" | "at" | "seal"
> & { versionNumber: number | null; hash: string | null };

export type WorkflowRow = RowOf<typeof workflows, "id" | "name" | "agentId" | "workspaceId" | "createdAt"> & {
  workspace: string;
};

/** Makes the workspace where it is missing. */
export const keepWorkspace = async (tx: TenantTransaction, tenantId: number, name: string) => {
  await execute(tx)`
    INSERT INTO workspaces (tenant_id, name) VALUES (${tenantId}, ${name}) ON CONFLICT (tenant_id, name) DO NOTHING`;
  return selectOne<{ id: number }>(tx)`
    SELECT id FROM workspaces WHERE tenant_id = ${tenantId} AND name = ${name}`;
};

type Named = { name: string } | { id: number };

/** A workflow by its name or id. Null: there is none. */
export const findWorkflow = (tx: TenantTransaction, tenantId: number, of: Named) =>
  selectFirst<WorkflowRow>(tx)`
    SELECT f.id, f.name, f.agent_id, f.workspace_id, f.created_at, s.name AS workspace
    FROM workflows f JOIN workspaces s ON s.tenant_id = f.tenant_id AND s.id = f.workspace_id
    WHERE f.tenant_id = ${tenantId} AND (f.name = ${nameOf(of)}::text OR f.id = ${idOf(of)}::bigint)`;

/** Locks the tenant's workflows until the transaction ends: others that store, publish or withdraw wait. */
export const holdWorkflows = (tx: TenantTransaction, tenantId: number) =>
  execute(tx)`SELECT pg_advisory_xact_lock(hashtextextended(${`${tenantId}:workflows`}, 0))`;

const nameOf = (of: Named) => ("name" in of ? of.name : null);
const idOf = (of: Named) => ("id" in of ? of.id : null);

/** The caller holds the tenant's workflows. */
export const insertWorkflow = (
  tx: TenantTransaction,
  {
    tenantId,
    workspaceId,
    name,
    agentId,
  }: { tenantId: number; workspaceId: number; name: string; agentId: number },
) =>
  selectOne<{ id: number }>(tx)`
    INSERT INTO workflows (tenant_id, workspace_id, name, agent_id)
    VALUES (${tenantId}, ${workspaceId}, ${name}, ${agentId}) RETURNING id`;

export type VersionRow = RowOf<
  typeof workflowVersions,
  "id" | "workflowId" | "number" | "hash" | "source" | "definitionText" | "createdByLabel" | "createdAt"
>;

type NewVersion = Pick<
  typeof workflowVersions.$inferSelect,
  "tenantId" | "workflowId" | "hash" | "source" | "definitionText" | "createdByUserId" | "createdByLabel"
>;

/** As the next number. The caller holds the tenant's workflows. */
export const insertVersion = (tx: TenantTransaction, version: NewVersion) =>
  selectOne<{ id: number; number: number }>(tx)`
    INSERT INTO workflow_versions
      (tenant_id, workflow_id, number, hash, source, definition_text, created_by_user_id, created_by_label)
    SELECT ${version.tenantId}, ${version.workflowId}, coalesce(max(v.number), 0) + 1, ${version.hash},
      ${version.source}, ${version.definitionText}, ${version.createdByUserId}, ${version.createdByLabel}
    FROM workflow_versions v WHERE v.tenant_id = ${version.tenantId} AND v.workflow_id = ${version.workflowId}
    RETURNING id, number`;

export const findVersionByHash = (
  tx: TenantTransaction,
  tenantId: number,
  workflowId: number,
  hash: string,
) =>
  selectFirst<{ id: number; number: number }>(tx)`
    SELECT id, number FROM workflow_versions
    WHERE tenant_id = ${tenantId} AND workflow_id = ${workflowId} AND hash = ${hash}`;

/** Null: the workflow has none of this id. */
export const findVersion = (tx: TenantTransaction, tenantId: number, workflowId: number, versionId: number) =>
  selectFirst<VersionRow>(tx)`
    SELECT id, workflow_id, number, hash, source, definition_text, created_by_label, created_at FROM workflow_versions
    WHERE tenant_id = ${tenantId} AND workflow_id = ${workflowId} AND id = ${versionId}`;

/** Null: the workflow has none of this number. */
export const findVersionByNumber = (
  tx: TenantTransaction,
  tenantId: number,
  workflowId: number,
  number: number,
) =>
  selectFirst<VersionRow>(tx)`
    SELECT id, workflow_id, number, hash, source, definition_text, created_by_label, created_at FROM workflow_versions
    WHERE tenant_id = ${tenantId} AND workflow_id = ${workflowId} AND number = ${number}`;

/** Newest first, from below a number on; null: from the newest. Texts are left out: they are long. */
export const listVersions = (
  tx: TenantTransaction,
  {
    tenantId,
    workflowId,
    below,
    limit,
  }: { tenantId: number; workflowId: number; below: number | null; limit: number },
) =>
  selectAll<Omit<VersionRow, "source" | "definitionText">>(tx)`
    SELECT id, workflow_id, number, hash, created_by_label, created_at FROM workflow_versions
    WHERE tenant_id = ${tenantId} AND workflow_id = ${workflowId} AND (${below}::integer IS NULL OR number < ${below})
    ORDER BY number DESC LIMIT ${limit}`;

const publicationColumns = sql`
  p.id, p.number, p.version_id, p.note, p.by_user_id, p.by_label, p.at, p.seal,
  v.number AS version_number, v.hash`;
const publications = sql`
  workflow_publications p LEFT JOIN workflow_versions v ON v.tenant_id = p.tenant_id AND v.id = p.version_id`;

export const listDefinitions = (tx: TenantTransaction, tenantId: number, versionIds: readonly number[]) =>
  selectAll<Pick<VersionRow, "id" | "definitionText">>(tx)`
    SELECT id, definition_text FROM workflow_versions
    WHERE tenant_id = ${tenantId} AND id IN (
      SELECT jsonb_array_elements_text(${JSON.stringify(versionIds)}::jsonb)::bigint)`;

/** Null: it was never published. */
export const findPublication = (tx: TenantTransaction, tenantId: number, workflowId: number) =>
  selectFirst<Publication>(tx)`
    SELECT ${publicationColumns} FROM ${publications}
    WHERE p.tenant_id = ${tenantId} AND p.workflow_id = ${workflowId} ORDER BY p.number DESC LIMIT 1`;

/** The publication in force at that moment, with its version's text. Null: none had been published by then. */
export const findPublicationAt = (tx: TenantTransaction, tenantId: number, workflowId: number, at: string) =>
  selectFirst<Publication & { definitionText: string | null }>(tx)`
    SELECT ${publicationColumns}, v.definition_text FROM ${publications}
    WHERE p.tenant_id = ${tenantId} AND p.workflow_id = ${workflowId} AND p.at <= ${at}::timestamptz
    ORDER BY p.number DESC LIMIT 1`;

/** Every publication of a version. */
export const listPublicationsOf = (
  tx: TenantTransaction,
  tenantId: number,
  workflowId: number,
  versionId: number,
) =>
  selectAll<Publication>(tx)`
    SELECT ${publicationColumns} FROM ${publications}
    WHERE p.tenant_id = ${tenantId} AND p.workflow_id = ${workflowId} AND p.version_id = ${versionId}`;

/** The newest publication of each workflow that was ever published. */
export const listCurrentPublications = (tx: TenantTransaction, tenantId: number) =>
  selectAll<Publication & { workflowId: number }>(tx)`
    SELECT DISTINCT ON (p.workflow_id) p.workflow_id, ${publicationColumns} FROM ${publications}
    WHERE p.tenant_id = ${tenantId} ORDER BY p.workflow_id, p.number DESC`;

/** Newest first. */
export const listPublications = (
  tx: TenantTransaction,
  tenantId: number,
  workflowId: number,
  limit: number,
) =>
  selectAll<Publication>(tx)`
    SELECT ${publicationColumns} FROM ${publications}
    WHERE p.tenant_id = ${tenantId} AND p.workflow_id = ${workflowId} ORDER BY p.number DESC LIMIT ${limit}`;

type NewPublication = Pick<
  typeof workflowPublications.$inferSelect,
  "tenantId" | "workflowId" | "number" | "versionId" | "note" | "byUserId" | "byLabel" | "seal"
>;

/** The caller holds the tenant's workflows. */
export const insertPublication = (tx: TenantTransaction, one: NewPublication) =>
  execute(tx)`
    INSERT INTO workflow_publications (tenant_id, workflow_id, number, version_id, note, by_user_id, by_label, seal)
    VALUES (${one.tenantId}, ${one.workflowId}, ${one.number}, ${one.versionId}, ${one.note}, ${one.byUserId},
      ${one.byLabel}, ${one.seal})`;

export interface ListedWorkflow extends WorkflowRow {
  versions: number;
  latestVersionId: number;
  latestNumber: number;
  publication: Publication | null;
}

/** Workflows by workspace and name, at most `limit`. With an id, only that one. */
export const listWorkflows = (
  tx: TenantTransaction,
  tenantId: number,
  limit: number,
  workflowId: number | null = null,
) =>
  selectAll<Omit<ListedWorkflow, "publication">>(tx)`
    SELECT f.id, f.name, f.agent_id, f.workspace_id, f.created_at, s.name AS workspace,
      n.count::int AS versions, l.id AS latest_version_id, l.number AS latest_number
    FROM workflows f JOIN workspaces s ON s.tenant_id = f.tenant_id AND s.id = f.workspace_id
    CROSS JOIN LATERAL (SELECT count(*) FROM workflow_versions v
                        WHERE v.tenant_id = f.tenant_id AND v.workflow_id = f.id) n
    CROSS JOIN LATERAL (SELECT v.id, v.number FROM workflow_versions v
                        WHERE v.tenant_id = f.tenant_id AND v.workflow_id = f.id ORDER BY v.number DESC LIMIT 1) l
    WHERE f.tenant_id = ${tenantId} AND (${workflowId}::bigint IS NULL OR f.id = ${workflowId})
    ORDER BY s.name, f.name LIMIT ${limit}`;

export type SealedPublication = SealedRow &
  Pick<Publication, "number" | "hash" | "byUserId"> & { workflowId: number };

export const listSealedPublications = (tx: TenantTransaction, { tenantId, afterId, limit }: Page) =>
  selectAll<SealedPublication>(tx)`
    SELECT p.id, p.seal AS value, p.workflow_id, p.number, v.hash, p.by_user_id
    FROM workflow_publications p
    LEFT JOIN workflow_versions v ON v.tenant_id = p.tenant_id AND v.id = p.version_id
    WHERE p.tenant_id = ${tenantId} AND p.id > ${afterId} ORDER BY p.id LIMIT ${limit}`;

/** 0: it changed meanwhile. */
export const replaceSealOfPublication = (
  tx: TenantTransaction,
  tenantId: number,
  { id, value }: SealedPublication,
  replacement: string,
) =>
  execute(tx)`
    UPDATE workflow_publications SET seal = ${replacement}
    WHERE tenant_id = ${tenantId} AND id = ${id} AND seal = ${value}`;

export interface VersionInForce extends Publication {
  workflowId: number;
  workflow: string;
  definitionText: string;
}

/** The newest publication of each workflow that puts a version in force whose text holds `mark`. */
export const listInForce = (tx: TenantTransaction, tenantId: number, mark: string) =>
  selectAll<VersionInForce>(tx)`
    SELECT f.id AS workflow_id, f.name AS workflow, ${publicationColumns}, v.definition_text
    FROM workflows f CROSS JOIN LATERAL (
      SELECT * FROM workflow_publications p WHERE p.tenant_id = f.tenant_id AND p.workflow_id = f.id
      ORDER BY p.number DESC LIMIT 1) p
    JOIN workflow_versions v ON v.tenant_id = p.tenant_id AND v.id = p.version_id
    WHERE f.tenant_id = ${tenantId} AND position(${mark} IN v.definition_text) > 0 ORDER BY f.id`;
