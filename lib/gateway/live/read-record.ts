import { normaliseContext } from "@/lib/action-types/payload/target";
import { actionTypeOf } from "@/lib/action-types/registry";
import { AppError } from "@/lib/core/errors";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import { destinationNameOf } from "@/lib/destinations/destination";
import { buildRecordRead } from "@/lib/destinations/requests";
import type { Gateway } from "@/lib/gateway/context";
import { destinationReaderOf } from "@/lib/gateway/netsuite-accounts";
import { liveReadOf } from "@/lib/gateway/propose/prepare-proposal";
import { requireConnection } from "./require-connection";

type Target = Pick<ProposalPayload, "action_type" | "entity_type" | "entity_ref" | "context">;

/**
 * A record as it is now, by the fields and facts that a type of action knows of it. `asker` takes turns with others. Asks the
 * network: never inside a transaction.
 * @throws AppError unknown_action_type, record_missing, record_refused 422; no_netsuite_account 409; reads_busy, unavailable 503.
 */
export async function readRecord(
  tenantId: number,
  target: Target,
  asker: string,
  gateway: Gateway,
): Promise<{ values: Record<string, string | null>; facts: Record<string, string> }> {
  const definition = actionTypeOf(target.action_type);
  if (!definition || definition.lines)
    throw new AppError("unknown_action_type", `No single record belongs to “${target.action_type}”.`);
  const bare = { ...target, changes: [] };
  const payload: ProposalPayload = { ...bare, context: normaliseContext(definition, bare) };
  const destination = destinationNameOf(payload);
  if (destination === "netsuite") await requireConnection(gateway, tenantId);
  const live = liveReadOf(
    await destinationReaderOf(gateway, tenantId, destination)(buildRecordRead(payload), asker),
  );
  if (!live) throw new AppError("unavailable", "NetSuite could not be read just now.");
  const facts = Object.entries(live.facts).flatMap(([name, value]) =>
    value === null || typeof value === "object" ? [] : [[name, String(value)]],
  );
  return { values: live.values, facts: Object.fromEntries(facts) as Record<string, string> };
}
