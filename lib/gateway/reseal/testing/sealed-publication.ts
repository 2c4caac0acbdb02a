import { inTenant } from "@/db/client";
import { findPublication } from "@/db/queries/workflows/workflows";
import type { World } from "@/lib/gateway/testing/world";
import { isGenuine, sealPublication } from "@/lib/policy/publication-seal";
import { type SealedCase, newCompany } from "./sealed-case";

/** A workflow that somebody put in force. */
export async function sealedPublication(world: World): Promise<SealedCase & { tenantId: number }> {
  const mine = await publishedWorkflow(world);
  const other = await publishedWorkflow(world);
  return {
    tenantId: mine.tenantId,
    works: () =>
      inTenant(world.db.database, mine.tenantId, async (tx) => {
        const publication = (await findPublication(tx, mine.tenantId, mine.workflowId))!;
        return isGenuine({ ...mine, ...publication }, publication.seal);
      }),
    stored: mine.sealOf,
    forge: (app, value) => app`
      UPDATE workflow_publications SET seal = ${value} WHERE workflow_id = ${mine.workflowId}`,
    another: other.sealOf,
  };
}

export async function publishedWorkflow(world: World) {
  const { owner } = world;
  const company = await newCompany(world);
  const { tenantId } = company;
  const { userId } = await company.addPerson({ name: "Adam", role: "admin" });
  const { agent } = await company.addAgent({ name: "workflow-hello" });
  const [row] = await owner<{ id: number; versionId: number; hash: string }[]>`
    WITH s AS (INSERT INTO workspaces (tenant_id, name) VALUES (${tenantId}, 'general') RETURNING id),
      f AS (INSERT INTO workflows (tenant_id, workspace_id, name, agent_id)
        SELECT ${tenantId}, id, 'hello', ${agent.agentId} FROM s RETURNING id)
    INSERT INTO workflow_versions
      (tenant_id, workflow_id, number, hash, source, definition_text, created_by_user_id, created_by_label)
    SELECT ${tenantId}, id, 1, encode(sha256('{}'), 'hex'), '{}', '{}', ${userId}, 'Adam' FROM f
    RETURNING workflow_id AS id, id AS "versionId", hash`;
  const { id: workflowId, versionId, hash } = row!;
  const seal = sealPublication({ tenantId, workflowId, number: 1, hash, byUserId: userId });
  await owner`
    INSERT INTO workflow_publications (tenant_id, workflow_id, number, version_id, note, by_user_id, by_label, seal)
    VALUES (${tenantId}, ${workflowId}, 1, ${versionId}, 'why', ${userId}, 'Adam', ${seal})`;
  const sealOf = async () =>
    (await owner`SELECT seal FROM workflow_publications WHERE workflow_id = ${workflowId}`)[0]!
      .seal as string;
  return { tenantId, workflowId, sealOf };
}
