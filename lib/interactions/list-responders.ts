import { inTenant } from "@/db/client";
import { listResponders as listRows } from "@/db/queries/interactions/interactions";
import type { Responders } from "@/lib/contract/interactions/interactions";
import type { Person } from "@/lib/core/access/principal";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { assertMayAsk } from "./ask";

/** The people whom a question can name, by name. @throws AppError not_allowed 403 for viewers, who ask nothing. */
export async function listResponders(person: Person, gateway: Gateway = getGateway()): Promise<Responders> {
  assertMayAsk(person);
  const rows = await inTenant(gateway.database, person.tenantId, (tx) => listRows(tx, person.tenantId));
  return { people: rows.map(({ userId, ...rest }) => ({ user_id: userId, ...rest })) };
}
