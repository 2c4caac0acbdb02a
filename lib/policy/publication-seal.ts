import { keyedHash, matchesKeyedHash } from "@/lib/secrets/keyed-hash";

/**
 * For workflow_publications.seal. A workflow in force spends money and proposes in the tenant's name, so that whoever holds the
 * database alone must not be able to put one in force, nor an old version back (docs/adr/0098).
 */
export interface PublicationToSeal {
  tenantId: number;
  workflowId: number;
  /** The number of the publication. */
  number: number;
  /** The hash of the version. Null: the workflow was withdrawn. */
  hash: string | null;
  byUserId: number;
}

export const publicationTextOf = ({
  tenantId,
  workflowId,
  number,
  hash,
  byUserId,
}: PublicationToSeal): string => `${tenantId}/${workflowId}/${number}/${hash ?? "withdrawn"}/${byUserId}`;

export const sealPublication = (sealed: PublicationToSeal): string =>
  keyedHash("workflow", publicationTextOf(sealed));

/** False: it was written past the app, and nothing runs by it. */
export const isGenuine = (sealed: PublicationToSeal, seal: string): boolean =>
  matchesKeyedHash("workflow", publicationTextOf(sealed), seal);
