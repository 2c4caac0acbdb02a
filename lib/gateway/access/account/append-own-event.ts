import type { TenantTransaction } from "@/db/client";
import { appendEvent, byPerson } from "@/db/queries/ledger/events";
import type { Person } from "@/lib/core/access/principal";

/**
 * Appends an event about a person's change to their own account, to their own chain. Details hold ids and plain words
 * only.
 */
export async function appendOwnEvent(
  tx: TenantTransaction,
  person: Pick<Person, "tenantId" | "userId" | "name">,
  type: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  await appendEvent(tx, {
    ...byPerson(person),
    entityType: "person",
    entityId: person.userId,
    type,
    details: { user_id: person.userId, ...details },
  });
}
