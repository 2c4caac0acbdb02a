import type { Person } from "./principal";

/**
 * The person and company that a page was rendered for. The tabs of a browser share one session: once somebody else has signed
 * in, or another company was chosen, in one of them, the pages of the others are still the earlier person's.
 */

/** Carries the owner of the page that reads. */
export const PAGE_OWNER_HEADER = "x-page-owner";

export const pageOwnerOf = ({ tenantId, userId }: Pick<Person, "tenantId" | "userId">): string =>
  `${tenantId}-${userId}`;
