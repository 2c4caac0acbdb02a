import { randomUUID } from "node:crypto";
import type { ProposalView } from "@/lib/contract/actions/proposal";
import { type Company, foundCompany } from "@/lib/gateway/access/found-company";
import type { Person } from "@/lib/core/access/principal";
import { database } from "../database";
import { expectStatus, send } from "../http/request";
import { useStorageKey } from "../installation";

export interface OtherTenant {
  company: Company;
  admin: Person;
  agentKey: string;
  adminToken: string;
  /** One of its own actions, waiting for a decision. */
  action: ProposalView;
}

/** A second company on the same installation, with an administrator, an agent and one pending action. */
export async function foundOtherTenant(): Promise<OtherTenant> {
  useStorageKey();
  const slug = `other-${randomUUID().slice(0, 8)}`;
  const company = await foundCompany(database(), { slug, name: "Another Company", foundedBy: "test" });
  const admin = await company.addPerson({ name: "Noor Haddad", role: "admin" });
  const { key } = await company.addAgent({ name: "their-agent" });
  const answer = await send("/api/v1/proposals", {
    method: "POST",
    token: key,
    body: {
      action_type: "ar_note",
      entity_type: "customer",
      entity_ref: "Riverbend Foods",
      changes: [{ field: "note", to: "A note of the other company" }],
    },
  });
  return {
    company,
    admin,
    agentKey: key,
    adminToken: await company.addToken(admin),
    action: expectStatus<ProposalView>(answer, 201),
  };
}
