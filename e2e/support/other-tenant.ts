import { randomUUID } from "node:crypto";
import { insertAgent, insertPerson, insertTenant } from "@/db/seed/tenant";
import { newAgentKey, newPersonalToken } from "@/lib/auth/session/tokens";
import type { ProposalView } from "@/lib/contract/proposal";
import { database } from "./database";
import { expectStatus, send } from "./http";

export interface OtherTenant {
  agentKey: string;
  adminToken: string;
  /** One of its own actions, waiting for a decision. */
  action: ProposalView;
}

/** A second company on the same installation, with an administrator, an agent and one pending action. */
export async function foundOtherTenant(): Promise<OtherTenant> {
  const sql = database();
  const slug = `other-${randomUUID().slice(0, 8)}`;
  const tenantId = await insertTenant(sql, { slug, name: "Another Company" });
  await sql`
    INSERT INTO policies (tenant_id, version, hash, cedar_text, created_by_label)
    SELECT ${tenantId}, version, hash, cedar_text, created_by_label FROM policies
    WHERE tenant_id = (SELECT id FROM tenants WHERE slug = 'greenfield')`;
  const token = newPersonalToken();
  await insertPerson(sql, tenantId, {
    name: "Noor Haddad",
    email: `admin@${slug}.example`,
    role: "admin",
    passwordHash: null,
    tokenHash: token.hash,
  });
  const key = newAgentKey();
  await insertAgent(sql, tenantId, {
    name: "their-agent",
    keyHash: key.hash,
    keyPrefix: key.prefix,
    onBehalfOfUserId: null,
  });
  const answer = await send("/api/v1/proposals", {
    method: "POST",
    token: key.token,
    body: {
      action_type: "ar_note",
      entity_type: "customer",
      entity_ref: "Riverbend Foods",
      changes: [{ field: "note", to: "A note of the other company" }],
    },
  });
  return {
    agentKey: key.token,
    adminToken: token.token,
    action: expectStatus<ProposalView>(answer, 201),
  };
}
