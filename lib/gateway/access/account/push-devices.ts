import { inTenant } from "@/db/client";
import {
  endPushDevice,
  listPushDevices,
  subscribePushDevice,
  wishByWebPush,
} from "@/db/queries/people/push-devices";
import type { Account } from "@/lib/contract/people/account";
import type { Person } from "@/lib/core/access/principal";
import { AppError } from "@/lib/core/errors";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { readAccount } from "./read-account";

export const PUSH_DEVICES_MAX = 20;

interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/**
 * A browser of the person's is told by web push from now on, and nobody else's any more. The same browser again changes nothing but its
 * keys. @throws AppError channel_not_set_up 409 where this installation has no keys; session_required 403 for a request with a token;
 *   validation_failed 422 above PUSH_DEVICES_MAX browsers; unauthenticated 401 after a concurrent revocation.
 */
export async function subscribeDevice(
  person: Person,
  { endpoint, keys }: Subscription,
  gateway: Gateway = getGateway(),
): Promise<Account> {
  if (!gateway.pushKeys)
    throw new AppError(
      "channel_not_set_up",
      "Web push is not set up on this server: an administrator sets its keys.",
    );
  const { sessionId } = person;
  if (sessionId === undefined)
    throw new AppError("session_required", "A browser is subscribed in that browser, signed in.");
  await inTenant(gateway.database, person.tenantId, async (tx) => {
    const devices = await listPushDevices(tx, person);
    if (devices.length >= PUSH_DEVICES_MAX && !devices.some((device) => device.endpoint === endpoint))
      throw new AppError(
        "validation_failed",
        `You have ${PUSH_DEVICES_MAX} browsers already. Turn one off first.`,
      );
    if (!(await subscribePushDevice(tx, person, { endpoint, ...keys, sessionId })))
      throw new AppError("unauthenticated", "Your membership was revoked.");
    await wishByWebPush(tx, person);
  });
  return readAccount(person, gateway);
}

/** A browser of the person's is told no more. @throws AppError not_found 404, also the second time. */
export async function endDevice(
  person: Person,
  id: number,
  gateway: Gateway = getGateway(),
): Promise<Account> {
  await inTenant(gateway.database, person.tenantId, async (tx) => {
    if (!(await endPushDevice(tx, person, id)))
      throw new AppError("not_found", "You have no such browser; it may be turned off already.");
  });
  return readAccount(person, gateway);
}
