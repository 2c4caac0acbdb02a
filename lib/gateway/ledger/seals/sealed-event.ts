import type { TenantTransaction } from "@/db/client";
import { type LedgerEntry, appendEvent } from "@/db/queries/ledger/events";
import { canonicalText } from "@/lib/core/ledger/payload-hash";
import type { EventBody } from "@/lib/core/ledger/replay/event-body";
import { type KeyRing, keyRing } from "@/lib/secrets/key-ring";
import { findHashKey, keyedHash } from "@/lib/secrets/keyed-hash";

/**
 * Appends an event with the app's seal in it. The seal covers who did it and all that the event says: whoever holds the database
 * could otherwise end an approved write in somebody's name, with a ledger that reads as intact (docs/adr/0085).
 */
export async function appendSealedEvent(
  tx: TenantTransaction,
  entry: LedgerEntry & { actionId: number },
): Promise<void> {
  const { tenantId, actionId, type, actorKind: kind, actorLabel: label } = entry;
  // As the ledger keeps them: without members that JSON leaves out.
  const details = JSON.parse(JSON.stringify(entry.details)) as Record<string, unknown>;
  const seal = keyedHash("settlement", textOf({ tenantId, actionId, type, actor: { kind, label }, details }));
  await appendEvent(tx, { ...entry, details: { ...details, seal } });
}

/** A person gave a proposal more time: the event's times are the database's own. */
export interface ExtensionEvent {
  tenantId: number;
  actionId: number;
  userId: number;
  reason: string;
}

export const sealExtension = (extension: ExtensionEvent): string =>
  keyedHash("settlement", extensionTextOf(extension));

export const findExtensionKey = (
  extension: ExtensionEvent,
  seal: string | null,
  keys: KeyRing = keyRing(),
): keyof KeyRing | null => findHashKey("settlement", extensionTextOf(extension), seal, keys);

const extensionTextOf = ({ tenantId, actionId, userId, reason }: ExtensionEvent): string =>
  canonicalText({ tenantId, actionId, type: "hitl.extended", userId, reason });

/** The key under which the seal of such an event fits. Null: none. */
export function findEventKey(
  tenantId: number,
  { entity_id: actionId, type, actor, details: { seal, ...details } }: EventBody,
  keys: KeyRing = keyRing(),
): keyof KeyRing | null {
  const given = typeof seal === "string" ? seal : null;
  return findHashKey("settlement", textOf({ tenantId, actionId, type, actor, details }), given, keys);
}

interface SealedEvent {
  tenantId: number;
  actionId: number;
  type: string;
  actor: { kind: string; label: string };
  details: Readonly<Record<string, unknown>>;
}

const textOf = ({ tenantId, actionId, type, actor: { kind, label }, details }: SealedEvent): string =>
  canonicalText({ tenantId, actionId, type, actor: { kind, label }, details });
