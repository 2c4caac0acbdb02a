import type { PolicyRow } from "@/db/queries/actions/policies";
import { keyedHash, matchesKeyedHash } from "@/lib/secrets/keyed-hash";

/**
 * For policies.seal. A policy says who may approve what and what goes by itself, so that a person with access to the database alone must
 * not be able to put one in force (docs/adr/0066). The hash stands for the text, and the version keeps an old text from coming
 * back as a new one.
 */
export interface Published extends Pick<PolicyRow, "version" | "hash"> {
  tenantId: number;
}

export const sealPolicy = (published: Published): string => keyedHash("policy", policyTextOf(published));

/** False: it was written past the app, and denies everything. */
export const isPublished = (published: Published, seal: string | null): boolean =>
  matchesKeyedHash("policy", policyTextOf(published), seal);

export const policyTextOf = ({ tenantId, version, hash }: Published): string =>
  `${tenantId}/${version}/${hash}`;
