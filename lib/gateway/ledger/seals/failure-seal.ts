import { canonicalText } from "@/lib/core/ledger/payload-hash";
import { keyedHash, matchesKeyedHash } from "@/lib/secrets/keyed-hash";

/** How a try ended without a write, as this app was told by NetSuite. */
export interface FailedTry {
  tenantId: number;
  pushId: number;
  leaseAttempt: number;
  failureClass: string;
  code: string;
}

/**
 * Kept with the error. Some answers mean that no copy of the request can begin any more. Without the seal, whoever holds the
 * database could write such an answer beside a request that is on its way, and a person would end it.
 */
export const sealFailure = (failed: FailedTry): string => keyedHash("settlement", textOf(failed));

export const isGenuineFailure = (failed: FailedTry, seal: string | null): boolean =>
  matchesKeyedHash("settlement", textOf(failed), seal);

const textOf = ({ tenantId, pushId, leaseAttempt, failureClass, code }: FailedTry): string =>
  canonicalText({ tenantId, pushId, leaseAttempt, failureClass, code });
