/** Decides who may sign in through an identity provider, from the provider's statement and our own records. */

export interface OidcIdentity {
  issuer: string;
  subject: string;
  email: string | null;
  /** True only if the provider sent exactly `true`. */
  emailVerified: boolean;
}

export interface OidcPerson {
  userId: number;
  email: string;
  oidcIssuer: string | null;
  oidcSubject: string | null;
  /** The person's first live tenant; null: none. */
  tenantId: number | null;
}

export type OidcMatch<P extends OidcPerson> =
  | { outcome: "linked"; person: P }
  /** The first sign-in: the caller links the subject to this person. */
  | { outcome: "link"; person: P; tenantId: number }
  | { outcome: "unknown" }
  | { outcome: "unverified" }
  | { outcome: "other_subject" };

/**
 * A linked subject identifies the person, whatever the email address is by then. Before that a verified address does,
 * and only for a person with a live membership and no link: an address can pass to another person.
 */
export function matchOidcPerson<P extends OidcPerson>(
  identity: OidcIdentity,
  candidates: readonly P[],
): OidcMatch<P> {
  const bySubject = candidates.find(
    (person) => person.oidcIssuer === identity.issuer && person.oidcSubject === identity.subject,
  );
  if (bySubject)
    return bySubject.tenantId === null ? { outcome: "unknown" } : { outcome: "linked", person: bySubject };
  if (!identity.email || !identity.emailVerified) return { outcome: "unverified" };
  const address = identity.email.trim().toLowerCase();
  const byAddress = candidates.find((person) => person.email === address);
  if (!byAddress || byAddress.tenantId === null) return { outcome: "unknown" };
  if (byAddress.oidcSubject !== null) return { outcome: "other_subject" };
  return { outcome: "link", person: byAddress, tenantId: byAddress.tenantId };
}
