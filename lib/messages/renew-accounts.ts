import { inTenant } from "@/db/client";
import { findAccount } from "@/db/queries/messages/accounts";
import { listToRenew } from "@/db/queries/messages/renewals";
import type { Gateway } from "@/lib/gateway/context";
import { describeError, log } from "@/lib/log";
import { channelAccountOf } from "./prepare";

/**
 * Renews credentials that end soon, so that an account of which nobody made use for a night works in the morning. A fault leaves those
 * at hand, and they are renewed by the next look.
 */
export async function renewAccounts(tenantId: number, gateway: Gateway): Promise<void> {
  const accounts = await inTenant(gateway.database, tenantId, async (tx) => {
    const due = await listToRenew(tx, tenantId, gateway.clock.now());
    return Promise.all(due.map(({ id }) => findAccount(tx, tenantId, id)));
  });
  for (const account of accounts) {
    const channel = gateway.channels.find(({ kind }) => kind === account?.kind);
    if (!account || !channel?.renew) continue;
    try {
      await channel.renew(channelAccountOf(account));
    } catch (error) {
      log.error(
        { tenantId, accountId: account.id, error: describeError(error) },
        "An account was not renewed",
      );
    }
  }
}
