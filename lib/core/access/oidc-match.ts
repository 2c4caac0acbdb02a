/** Who may come in through an identity provider: rules over what it said and what we know. */

export interface OidcClaim {
  issuer: string;
  subject: string;
  email: string | null;
  /** Only a plain `true` counts. */
  emailVerified: boolean;
}

export interface KnownPerson {
  userId: number;
  email: string;
  oidcIssuer: string | null;
  oidcSubject: string | null;
  /** The first tenant they belong to now; null: none. */
  tenantId: number | null;
}

export type OidcMatch<P extends KnownPerson> =
  | { outcome: "known"; person: P }
  /** First use: this subject is theirs from now on. */
  | { outcome: "link"; person: P; tenantId: number }
  | { outcome: "unknown" }
  | { outcome: "unverified" }
  | { outcome: "other_subject" };

/**
 * The subject decides once it is known, whatever the address says by then. Before that the verified address does, and only
 * for somebody with a live membership who is linked to nobody yet: an address can be given to another person.
 */
export function matchOidcPerson<P extends KnownPerson>(
  claim: OidcClaim,
  candidates: readonly P[],
): OidcMatch<P> {
  const bySubject = candidates.find(
    (person) => person.oidcIssuer === claim.issuer && person.oidcSubject === claim.subject,
  );
  if (bySubject)
    return bySubject.tenantId === null ? { outcome: "unknown" } : { outcome: "known", person: bySubject };
  if (!claim.email || !claim.emailVerified) return { outcome: "unverified" };
  const address = claim.email.trim().toLowerCase();
  const byAddress = candidates.find((person) => person.email === address);
  if (!byAddress || byAddress.tenantId === null) return { outcome: "unknown" };
  if (byAddress.oidcSubject !== null) return { outcome: "other_subject" };
  return { outcome: "link", person: byAddress, tenantId: byAddress.tenantId };
}
