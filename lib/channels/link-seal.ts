import { keyedHash, matchesKeyedHash } from "@/lib/secrets/keyed-hash";

/** The app's seal on a link: a person with access to the database alone makes nobody of a provider's users one of our people. */

export interface SealedLink {
  tenantId: number;
  linkId: number;
  accountId: number;
  externalUserId: string;
  userId: number;
}

export const sealLink = (link: SealedLink): string => keyedHash("channel-link", linkSealText(link));

export const isGenuineLink = (link: SealedLink, seal: string | null): boolean =>
  matchesKeyedHash("channel-link", linkSealText(link), seal);

/** The id of the row makes a copy of it worthless; an end cannot be taken back. */
export const linkSealText = ({ tenantId, linkId, accountId, externalUserId, userId }: SealedLink): string =>
  JSON.stringify([tenantId, linkId, accountId, externalUserId, userId]);
