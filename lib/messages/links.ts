import { createHash, randomBytes } from "node:crypto";
import { type TenantTransaction, inTenant } from "@/db/client";
import {
  type LinkCodeRow,
  endLink,
  endLinksOf,
  findLinkCode,
  findLinked,
  insertLink,
  insertLinkCode,
  listLinks,
  setLinkSeal,
  useLinkCode,
} from "@/db/queries/messages/links";
import { appendEvent, byPerson } from "@/db/queries/ledger/events";
import { trustedRole } from "@/lib/auth/session/role-seal";
import type { ExternalIdentity } from "@/lib/channels/channel";
import { isGenuineLink, sealLink } from "@/lib/channels/link-seal";
import type { Person } from "@/lib/core/access/principal";
import { AppError } from "@/lib/core/errors";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { ACCOUNT_SUBJECT } from "./settle";

/**
 * A person and their user at a provider. The provider's users are set up by somebody else's administrators, so only a session of ours
 * confirms who is who: by a code that the provider's user got, and that its reader opens while they are signed in.
 */

const CODE_BYTES = 16;
const CODE_SECONDS = 600;

interface ExternalUser extends ExternalIdentity {
  tenantId: number;
  accountId: number;
}

/** A code for this user of the provider, good for ten minutes and once. Its hash alone is stored. */
export async function offerLink(
  { tenantId, accountId, externalUserId, label }: ExternalUser,
  gateway: Gateway = getGateway(),
): Promise<string> {
  const code = randomBytes(CODE_BYTES).toString("base64url");
  const createdAt = gateway.clock.now();
  const expiresAt = new Date(createdAt.getTime() + CODE_SECONDS * 1_000);
  await inTenant(gateway.database, tenantId, (tx) =>
    insertLinkCode(tx, {
      tenantId,
      accountId,
      externalUserId,
      externalLabel: label,
      codeHash: hashOf(code),
      expiresAt,
      createdAt,
    }),
  );
  return code;
}

const hashOf = (code: string): string => createHash("sha256").update(code).digest("hex");

const overCode = () => new AppError("not_found", "This code is over: ask for a new one where you got it.");

/** Reads the account and user that a code would link, for the page that confirms it. Changes nothing. @throws AppError not_found 404. */
export async function readLinkCode(
  person: Person,
  code: string,
  gateway: Gateway = getGateway(),
): Promise<LinkCodeRow> {
  const now = gateway.clock.now();
  const row = await inTenant(gateway.database, person.tenantId, (tx) =>
    findLinkCode(tx, person.tenantId, hashOf(code), now),
  );
  if (!row) throw overCode();
  return row;
}

/**
 * Links the signed-in person to the user whom the code was made for. Earlier links of either end: each has one of the other.
 * @throws AppError session_required 403 for a token; not_found 404 for a code that is used, over, or another company's.
 */
export async function confirmLink(
  person: Person,
  code: string,
  gateway: Gateway = getGateway(),
): Promise<LinkCodeRow> {
  if (person.via !== "session")
    throw new AppError("session_required", "A link is confirmed on a page, while you are signed in.");
  const { tenantId, userId } = person;
  const now = gateway.clock.now();
  return inTenant(gateway.database, tenantId, async (tx) => {
    const offered = await useLinkCode(tx, tenantId, { codeHash: hashOf(code), userId, now });
    if (!offered) throw overCode();
    const { accountId, externalUserId, externalLabel } = offered;
    await linkPerson(tx, person, { accountId, externalUserId, externalLabel, now });
    return offered;
  });
}

/** From now on the person is this user of the account: the link is sealed, written into the ledger, and ends those before it. */
export async function linkPerson(
  tx: TenantTransaction,
  person: Person,
  {
    now,
    externalLabel,
    ...user
  }: { accountId: number; externalUserId: string; externalLabel: string; now: Date },
): Promise<number> {
  const { tenantId, userId, name: by } = person;
  const link = { ...user, tenantId, userId };
  await endLinksOf(tx, tenantId, { ...user, userId, by, now });
  const { id: linkId } = await insertLink(tx, { ...link, externalLabel, linkedAt: now });
  await setLinkSeal(tx, tenantId, linkId, sealLink({ ...link, linkId }));
  await appendEvent(tx, {
    ...byPerson(person),
    entityType: ACCOUNT_SUBJECT,
    entityId: user.accountId,
    type: "channel.linked",
    details: { user_id: userId },
  });
  return linkId;
}

/** One's own open links. */
export const readLinks = (person: Person, gateway: Gateway = getGateway()) =>
  inTenant(gateway.database, person.tenantId, (tx) => listLinks(tx, person.tenantId, person.userId));

/** Ends one's own link. @throws AppError not_found 404. */
export async function removeLink(person: Person, id: number, gateway: Gateway = getGateway()): Promise<void> {
  const { tenantId, userId, name: by } = person;
  const now = gateway.clock.now();
  await inTenant(gateway.database, tenantId, async (tx) => {
    const ended = await endLink(tx, tenantId, { id, userId, by, now });
    if (!ended) throw new AppError("not_found", "There is no such link of yours.");
    await appendEvent(tx, {
      ...byPerson(person),
      entityType: ACCOUNT_SUBJECT,
      entityId: ended.accountId,
      type: "channel.unlinked",
      details: { user_id: userId },
    });
  });
}

/** The person behind a user of the provider, with the role that they have now. Null: nobody of ours. */
export async function findLinkedPerson(
  { tenantId, accountId, externalUserId }: Omit<ExternalUser, "label">,
  gateway: Gateway = getGateway(),
): Promise<Person | null> {
  const row = await inTenant(gateway.database, tenantId, (tx) =>
    findLinked(tx, tenantId, { accountId, externalUserId }),
  );
  if (!row) return null;
  const { linkId, linkSeal, roleSeal, roleChanges, ...person } = row;
  const { userId } = person;
  if (!isGenuineLink({ tenantId, linkId, accountId, externalUserId, userId }, linkSeal)) return null;
  const role = trustedRole({ ...person, roleSeal, roleChanges });
  return { kind: "person", ...person, role, via: "token" };
}
