import { type Database, getDatabase, inTenant } from "@/db/client";
import { linkOidcIdentity } from "@/db/queries/people/accounts";
import { type OidcCandidate, findOidcPeople } from "@/db/queries/people/identity";
import { appendEvent, byPerson } from "@/db/queries/ledger/events";
import { assertNever } from "@/lib/core/errors";
import { type OidcIdentity, matchOidcPerson } from "@/lib/core/access/oidc-match";
import { log } from "@/lib/log";
import { keyedHash, matchesKeyedHash } from "@/lib/secrets/keyed-hash";
import { OIDC_REFUSALS } from "./sign-in-words";

export type OidcOutcome =
  | { outcome: "signed_in"; user: { userId: number; sessionVersion: number } }
  /** A code that the sign-in page has a sentence for. */
  | { outcome: "refused"; code: string };

const SUBJECT_LENGTH_MAX = 500;

/**
 * Signs in the person that the provider identifies, if they belong to a tenant. The first sign-in links the provider's
 * subject to them and records an event.
 */
export async function signInByOidc(
  identity: OidcIdentity,
  { database = getDatabase() }: { database?: Database } = {},
): Promise<OidcOutcome> {
  const { issuer, subject, email } = identity;
  if (!isStorable(subject) || !isStorable(email ?? "")) return refused("unknown");
  const findMatch = async () => {
    const people = await findOidcPeople(database.sql, { issuer, subject, email: email ?? "" });
    return matchOidcPerson(identity, people.filter(isLinkTrusted));
  };
  const match = await findMatch();
  switch (match.outcome) {
    case "linked":
      return signedIn(match.person);
    case "link": {
      if (await link(database, match.person, match.tenantId, identity)) return signedIn(match.person);
      // Another request linked first: the same person in a second tab, or somebody else with that address.
      const second = await findMatch();
      return second.outcome === "linked" ? signedIn(second.person) : refused("other_subject");
    }
    case "unknown":
    case "unverified":
    case "other_subject":
      return refused(match.outcome);
    default:
      return assertNever(match);
  }
}

/** The person whom a sign-in has linked to that subject, with their first company. Null: nobody, or no membership is left. */
export async function findLinkedPerson(
  { issuer, subject }: Pick<OidcIdentity, "issuer" | "subject">,
  { database = getDatabase() }: { database?: Database } = {},
): Promise<{ userId: number; tenantId: number } | null> {
  if (!isStorable(subject)) return null;
  const people = await findOidcPeople(database.sql, { issuer, subject, email: "" });
  const person = people.find((one) => one.oidcIssuer === issuer && one.oidcSubject === subject);
  if (!person || person.tenantId === null || !isLinkTrusted(person)) return null;
  return { userId: person.userId, tenantId: person.tenantId };
}

/** The database would refuse other text with an error, so it belongs to nobody. */
const isStorable = (text: string): boolean => !/\p{Cc}/u.test(text) && text.length <= SUBJECT_LENGTH_MAX;

async function link(
  database: Database,
  { userId }: OidcCandidate,
  tenantId: number,
  { issuer, subject }: OidcIdentity,
): Promise<boolean> {
  return inTenant(database, tenantId, async (tx) => {
    const seal = keyedHash("sign-in", linkTextOf({ userId, oidcIssuer: issuer, oidcSubject: subject }));
    const name = await linkOidcIdentity(tx, { tenantId, userId }, { issuer, subject, seal });
    if (name === null) return false;
    await appendEvent(tx, {
      ...byPerson({ tenantId, name }),
      entityType: "person",
      entityId: userId,
      type: "person.sign_in_linked",
      details: { user_id: userId, issuer },
    });
    return true;
  });
}

type Link = Pick<OidcCandidate, "userId" | "oidcIssuer" | "oidcSubject">;

/** Access to the table alone is not enough to link an account of one's own to somebody. */
function isLinkTrusted(person: OidcCandidate): boolean {
  if (person.oidcSubject === null) return true;
  if (matchesKeyedHash("sign-in", linkTextOf(person), person.oidcSeal)) return true;
  log.error(
    { userId: person.userId },
    "A link to the identity provider was changed past the app and is void",
  );
  return false;
}

export function linkTextOf({ userId, oidcIssuer, oidcSubject }: Link): string {
  return JSON.stringify([userId, oidcIssuer, oidcSubject]);
}

function signedIn({ userId, sessionVersion }: OidcCandidate): OidcOutcome {
  return { outcome: "signed_in", user: { userId, sessionVersion } };
}

function refused(reason: keyof typeof OIDC_REFUSALS): OidcOutcome {
  return { outcome: "refused", code: OIDC_REFUSALS[reason] };
}
