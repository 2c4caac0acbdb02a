import { keyedHash, matchesKeyedHash } from "@/lib/secrets/keyed-hash";

/**
 * For workflow_publications.seal. A workflow in force spends money and proposes in the tenant's name, so that whoever holds the
 * database alone must not be able to put one in force, nor an old version back (docs/adr/0098).
 */
export interface Sealed {
  tenantId: number;
  workflowId: number;
  /** Of the publication. */
  number: number;
  /** Of the version; null: it was withdrawn. */
  hash: string | null;
  byUserId: number;
}

export const publicationTextOf = ({ tenantId, workflowId, number, hash, byUserId }: Sealed): string =>
  `${tenantId}/${workflowId}/${number}/${hash ?? "withdrawn"}/${byUserId}`;

export const sealPublication = (sealed: Sealed): string => keyedHash("workflow", publicationTextOf(sealed));

/** False: it was written past the app, and nothing runs by it. */
export const isGenuine = (sealed: Sealed, seal: string): boolean =>
  matchesKeyedHash("workflow", publicationTextOf(sealed), seal);
