import { inTenant } from "@/db/client";
import { listPeople as listRows } from "@/db/queries/people/memberships";
import type { PersonView } from "@/lib/contract/people/people";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { personViewOf } from "./person-view";

/** All current and former members of the tenant, live ones first, then by name. @throws AppError not_allowed 403. */
export async function listPeople(admin: Person, gateway: Gateway = getGateway()): Promise<PersonView[]> {
  requireRole(admin, "admin");
  const rows = await inTenant(gateway.database, admin.tenantId, (tx) => listRows(tx, admin.tenantId));
  return rows.map(personViewOf);
}
