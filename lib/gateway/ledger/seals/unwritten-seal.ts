import type { StoredEnd } from "@/db/queries/actions/decide";
import type { PushEnd } from "@/db/queries/pushes/lines";
import { canonicalText } from "@/lib/core/ledger/payload-hash";
import { log } from "@/lib/log";
import { keyedHash, matchesKeyedHash } from "@/lib/secrets/keyed-hash";

/** The end of a push that wrote nothing: stale, or cancelled by a person. A push ends once. */
export interface UnwrittenEnd {
  tenantId: number;
  actionId: number;
  pushId: number;
  /** The hash of the push's own payload, which may be one line of a roll. */
  payloadHash: string;
  status: "stale" | "cancelled";
}

/**
 * Kept on the push. Without it, whoever holds the database could call a write stale that is on its way, and have a person
 * propose it a second time.
 */
export const sealUnwrittenEnd = (end: UnwrittenEnd): string => keyedHash("settlement", textOf(end));

const textOf = ({ tenantId, actionId, pushId, payloadHash, status }: UnwrittenEnd): string =>
  canonicalText({ tenantId, actionId, pushId, payloadHash, status });

/**
 * The actions of which a request left and nothing was written, as this app ended each of their pushes. The others count
 * as written where totals are weighed (docs/adr/0085), and are logged.
 */
export function findUnwritten(tenantId: number, ends: readonly StoredEnd[]): number[] {
  const doubtful = new Set(
    ends.filter((end) => !isGenuineEnd(tenantId, end)).map(({ actionId }) => actionId),
  );
  if (doubtful.size > 0)
    log.error(
      { tenantId, actionIds: [...doubtful] },
      "Writes that were sent ended without the app's seal: the day's totals count them",
    );
  return [...new Set(ends.map(({ actionId }) => actionId))].filter((id) => !doubtful.has(id));
}

/** True where this app ended the push, and as one that wrote nothing. */
export const isGenuineEnd = (tenantId: number, { status, endSeal, ...push }: StoredEnd): boolean =>
  (status === "stale" || status === "cancelled") &&
  matchesKeyedHash("settlement", textOf({ ...push, tenantId, status }), endSeal);

/** The pushes of an action that were sent and are said to have written nothing, though this app did not end them so. */
export const forgedEndsOf = (tenantId: number, actionId: number, pushes: readonly PushEnd[]): number[] =>
  pushes
    .filter(({ isSent, status }) => isSent && (status === "stale" || status === "cancelled"))
    .filter(({ id: pushId, ...push }) => !isGenuineEnd(tenantId, { actionId, pushId, ...push }))
    .map(({ id }) => id);
