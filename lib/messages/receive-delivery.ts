import { type TenantTransaction, inTenant } from "@/db/client";
import { beginDelivery, endDelivery, readDelivery, releaseDelivery } from "@/db/queries/messages/deliveries";
import { findAccountOf } from "@/db/queries/messages/links";
import { type NamedMessage, findMessage } from "@/db/queries/messages/messages";
import type { ExternalIdentity, ReceivedCommand, ReceivedDelivery } from "@/lib/channels/channel";
import type { Person } from "@/lib/core/access/principal";
import type { ChannelKind } from "@/lib/core/message/message";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { findLinkedPerson } from "./links";

/** A provider repeats what it got no answer for within seconds; our own work takes less. */
const HANDLING_SECONDS = 30;

/** A delivery, with the account, message and person that it names. */
export interface KnownDelivery {
  tenantId: number;
  accountId: number;
  user: ExternalIdentity;
  /** Null: nobody has linked this user. Nothing is decided or answered for them. */
  person: Person | null;
  command: ReceivedCommand;
  /** The message of ours that the command names. Null: it names none, or none of this account's. */
  message: NamedMessage | null;
}

export type Handled =
  /** `outcome` of the first time: a repeat has no effect, and is answered as it was. */
  | { kind: "handled" | "repeat"; outcome: string }
  /** It is being handled at this moment. */
  | { kind: "busy" }
  /** No company has connected this account. */
  | { kind: "unknown_account" };

/**
 * Handles a verified delivery once, however often the provider sends it. `handle` decides or answers by the verbs that every channel
 * shares and returns its outcome in words; where it throws, a later repeat of the delivery begins again, and the verbs are such that
 * nothing happens twice by it.
 */
export async function receiveDelivery(
  kind: ChannelKind,
  received: ReceivedDelivery,
  handle: (delivery: KnownDelivery) => Promise<string>,
  gateway: Gateway = getGateway(),
): Promise<Handled> {
  const account = await findAccountOf(gateway.database, kind, received.accountExternalId);
  if (!account) return { kind: "unknown_account" };
  const key = { ...account, providerKey: received.providerKey };
  return handleOnce(key, async () => handle(await knownOf(account, received, gateway)), gateway);
}

/** Calls `handle` for the first delivery of this key, and for a later one where it threw or took too long. */
export async function handleOnce(
  { tenantId, ...key }: { tenantId: number; accountId: number; providerKey: string },
  handle: () => Promise<string>,
  gateway: Gateway,
): Promise<Exclude<Handled, { kind: "unknown_account" }>> {
  const now = gateway.clock.now();
  const until = new Date(now.getTime() + HANDLING_SECONDS * 1_000);
  const begun = await inTenant(gateway.database, tenantId, async (tx) => {
    const mine = await beginDelivery(tx, tenantId, { ...key, now, until });
    return mine ?? (await readDelivery(tx, tenantId, key));
  });
  if (!("id" in begun))
    return begun.outcome === null ? { kind: "busy" } : { kind: "repeat", outcome: begun.outcome };
  const note = (work: (tx: TenantTransaction, at: Date) => Promise<unknown>) =>
    inTenant(gateway.database, tenantId, (tx) => work(tx, gateway.clock.now()));
  try {
    const outcome = await handle();
    await note((tx, at) => endDelivery(tx, tenantId, { id: begun.id, outcome, now: at }));
    return { kind: "handled", outcome };
  } catch (error) {
    await note((tx, at) => releaseDelivery(tx, tenantId, begun.id, at));
    throw error;
  }
}

async function knownOf(
  { tenantId, accountId }: { tenantId: number; accountId: number },
  { user, command }: ReceivedDelivery,
  gateway: Gateway,
): Promise<KnownDelivery> {
  const { externalUserId } = user;
  const person = await findLinkedPerson({ tenantId, accountId, externalUserId }, gateway);
  const ref = "ref" in command ? command.ref : null;
  const message =
    ref === null
      ? null
      : await inTenant(gateway.database, tenantId, (tx) => findMessage(tx, tenantId, { accountId, ref }));
  return { tenantId, accountId, user, person, command, message };
}
