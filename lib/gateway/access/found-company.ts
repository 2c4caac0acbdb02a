/** This room holds access: founding a company, its people and agents, and a person's own account. */

import type { OwnerSql } from "@/db/client";
import {
  type NewStanding,
  insertFirstPolicy,
  insertStandingAuthorisation,
  readFirstThresholds,
  setStandingSeal,
  setThresholdsSeal,
} from "@/db/seed/rules";
import {
  insertAgent,
  insertPerson,
  insertTenant,
  insertToken,
  setPasswordHash,
  setRoleSeal,
  setTotpSecret,
} from "@/db/seed/tenant";
import { sealTotpSecret } from "@/lib/auth/second-factor/totp";
import { newAgentKey, newPersonalToken } from "@/lib/auth/session/tokens";
import { sealRole } from "@/lib/auth/session/role-seal";
import { hashPassword } from "@/lib/auth/sign-in/password";
import type { AgentPrincipal, Person, Role } from "@/lib/core/access/principal";
import { DEFAULT_POLICY_TEXT } from "@/lib/policy/default-policy.cedar";
import { policyHash } from "@/lib/policy/engine";
import { sealPolicy } from "@/lib/policy/policy-seal";
import { sealThresholds } from "@/lib/policy/thresholds-seal";
import { sealSignature } from "./standing-seal";

/**
 * A company with its people and agents, written as the tables' owner: the running app cannot found one. Set-up, demo,
 * bench and tests share it.
 */
export interface Company extends CompanyRow {
  addPerson(person: NewMember): Promise<Person>;
  /** A personal token for HTTP; shown once. */
  addToken(person: Pick<Person, "userId">): Promise<string>;
  /** The key is shown once: the table keeps its hash. */
  addAgent(agent: NewAgent): Promise<{ agent: AgentPrincipal; key: string }>;
}

interface CompanyRow {
  tenantId: number;
  slug: string;
  name: string;
}

export interface NewMember {
  name: string;
  role: Role;
  /** Default: the name, at the company's slug. */
  email?: string;
  /** Absent: they sign in some other way. */
  password?: string;
  /** Sealed with COUNTERSIGN_SECRET_KEY, under which the app opens it. */
  totpSecret?: string;
}

export interface NewAgent {
  name: string;
  onBehalfOfUserId?: number | null;
  proposalsPerMinuteMax?: number;
  pendingMax?: number;
}

/** Founds a company under the policy as shipped. Its trigger brings thresholds, switches and lane. */
export async function foundCompany(
  owner: OwnerSql,
  {
    foundedBy,
    ...tenant
  }: { slug: string; name: string; timeZone?: string; currency?: string; foundedBy: string },
): Promise<Company & { policy: { version: number; hash: string } }> {
  const tenantId = await insertTenant(owner, tenant);
  const thresholds = await readFirstThresholds(owner, tenantId);
  await setThresholdsSeal(owner, thresholds, sealThresholds(thresholds));
  const policy = { version: 1, hash: policyHash(DEFAULT_POLICY_TEXT) };
  await insertFirstPolicy(owner, tenantId, {
    hash: policy.hash,
    text: DEFAULT_POLICY_TEXT,
    seal: sealPolicy({ tenantId, ...policy }),
    createdByLabel: foundedBy,
  });
  return { ...companyOf(owner, { ...tenant, tenantId }), policy };
}

export function companyOf(owner: OwnerSql, { tenantId, slug, name: tenantName }: CompanyRow): Company {
  return {
    tenantId,
    slug,
    name: tenantName,
    addPerson: async ({ name, role, email = emailOf(name, slug), password, totpSecret }) => {
      const userId = await insertPerson(owner, tenantId, { name, email, role });
      await setRoleSeal(owner, { tenantId, userId }, sealRole({ tenantId, userId, role, roleChanges: 0 }));
      if (password !== undefined) await setPasswordHash(owner, userId, await hashPassword(userId, password));
      if (totpSecret !== undefined) await setTotpSecret(owner, userId, sealTotpSecret(userId, totpSecret));
      return {
        kind: "person",
        userId,
        tenantId,
        tenantSlug: slug,
        tenantName,
        name,
        email,
        role,
        via: "token",
      };
    },
    addToken: async ({ userId }) => {
      const { token, hash: tokenHash } = newPersonalToken();
      await insertToken(owner, { tenantId, userId, tokenHash });
      return token;
    },
    addAgent: async ({ name, onBehalfOfUserId = null, proposalsPerMinuteMax = 120, pendingMax = 1_000 }) => {
      const { token: key, hash: keyHash, prefix: keyPrefix } = newAgentKey();
      const limits = { onBehalfOfUserId, proposalsPerMinuteMax, pendingMax };
      const agentId = await insertAgent(owner, tenantId, { name, keyHash, keyPrefix, ...limits });
      return { agent: { kind: "agent", agentId, tenantId, tenantSlug: slug, name, ...limits }, key };
    },
  };
}

/** A named admin's signature over trivial writes, sealed as the app seals it; shipped off, on in the demo. Returns its id. */
export async function addStandingAuthorisation(
  owner: OwnerSql,
  tenantId: number,
  grant: NewStanding,
): Promise<number> {
  const signature = await insertStandingAuthorisation(owner, tenantId, grant);
  await setStandingSeal(owner, signature, sealSignature(signature));
  return signature.id;
}

function emailOf(name: string, slug: string): string {
  return `${name.toLowerCase().replaceAll(" ", ".")}@${slug}.test`;
}
