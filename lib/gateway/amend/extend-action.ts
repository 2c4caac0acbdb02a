import { inTenant } from "@/db/client";
import { extendExpiry } from "@/db/queries/actions/amendments";
import { readActionRow } from "@/db/queries/actions/actions";
import { mayDecideNow } from "@/db/queries/people/people";
import type { Person } from "@/lib/core/access/principal";
import { isoOf } from "@/lib/core/values/time";
import { afterCommit } from "@/lib/gateway/after-commit";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { permissionRevoked } from "@/lib/gateway/decide/claim-answer";
import { sealExtension } from "@/lib/gateway/ledger/seals/sealed-event";
import { assertMay, readAmendable, refuseAfterRace } from "@/lib/gateway/read/actions/amend-facts";

export interface Extension {
  id: number;
  expires_at: string;
  extended_by: string;
}

/**
 * Gives a pending action the time again that it was given first, its tier's default at most, counted from now; once. The
 * payload and its hash stay, so a person who has it on screen decides on the payload that they see. Of two extensions one
 * wins, and a decision or an end that comes first refuses it.
 * @throws AppError not_allowed, policy_denied 403; not_found 404; already_decided, already_exists, nothing_to_do 409;
 *   expired 410.
 */
export async function extendAction(
  person: Person,
  actionId: number,
  reason: string,
  gateway: Gateway = getGateway(),
): Promise<Extension> {
  const { tenantId, userId } = person;
  const extension = await inTenant(gateway.database, tenantId, async (tx) => {
    assertMay("extend", await readAmendable(tx, person, actionId));
    const seal = sealExtension({ tenantId, actionId, userId, reason });
    const isExtended = await extendExpiry(tx, { actionId, userId, reason, seal });
    // The row is ours by now: authority is read at this moment, not when the session began.
    if (!(await mayDecideNow(tx, tenantId, userId))) throw permissionRevoked();
    if (!isExtended) throw await refuseAfterRace(tx, person, actionId, "extend");
    const row = await readActionRow(tx, tenantId, actionId);
    return { id: actionId, expires_at: isoOf(row!.expiresAt), extended_by: person.name };
  });
  afterCommit(gateway, tenantId);
  return extension;
}
