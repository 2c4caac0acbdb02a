import { type Database, getDatabase, inTenant } from "@/db/client";
import { linkOidcIdentity } from "@/db/queries/people/accounts";
import { type OidcCandidate, findOidcPeople } from "@/db/queries/people/identity";
import { appendEvent } from "@/db/queries/ledger/events";
import { assertNever } from "@/lib/core/errors";
import { type OidcClaim, matchOidcPerson } from "@/lib/core/access/oidc-match";
import { OIDC_REFUSALS } from "./sign-in-words";

export type OidcOutcome =
  | { outcome: "signed_in"; user: { userId: number; sessionVersion: number } }
  /** A code with words for the sign-in page. */
  | { outcome: "refused"; code: string };

const SUBJECT_LENGTH_MAX = 500;

/** Lets in whom the provider vouches for, if they belong here; links the subject on first use, as an event. */
export async function signInByOidc(
  claim: OidcClaim,
  { database = getDatabase() }: { database?: Database } = {},
): Promise<OidcOutcome> {
  const { issuer, subject, email } = claim;
  // What the database would refuse with an error is nobody's.
  if ([subject, email ?? ""].some((text) => /\p{Cc}/u.test(text)) || subject.length > SUBJECT_LENGTH_MAX)
    return refused("unknown");
  const look = async () =>
    matchOidcPerson(claim, await findOidcPeople(database.sql, { issuer, subject, email: email ?? "" }));
  const match = await look();
  switch (match.outcome) {
    case "known":
      return signedIn(match.person);
    case "link": {
      if (await link(database, match.person, match.tenantId, claim)) return signedIn(match.person);
      // Another request was quicker: the same person in a second tab, or somebody else with that address.
      const again = await look();
      return again.outcome === "known" ? signedIn(again.person) : refused("other_subject");
    }
    case "unknown":
    case "unverified":
    case "other_subject":
      return refused(match.outcome);
    default:
      return assertNever(match);
  }
}

async function link(
  database: Database,
  { userId }: OidcCandidate,
  tenantId: number,
  { issuer, subject }: OidcClaim,
): Promise<boolean> {
  return inTenant(database, tenantId, async (tx) => {
    const name = await linkOidcIdentity(tx, { tenantId, userId }, { issuer, subject });
    if (name === null) return false;
    await appendEvent(tx, {
      tenantId,
      entityType: "person",
      entityId: userId,
      type: "person.sign_in_linked",
      actorKind: "person",
      actorLabel: name,
      details: { user_id: userId, issuer },
    });
    return true;
  });
}

function signedIn({ userId, sessionVersion }: OidcCandidate): OidcOutcome {
  return { outcome: "signed_in", user: { userId, sessionVersion } };
}

function refused(why: keyof typeof OIDC_REFUSALS): OidcOutcome {
  return { outcome: "refused", code: OIDC_REFUSALS[why] };
}
