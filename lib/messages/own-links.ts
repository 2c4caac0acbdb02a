import type { ChannelLinks } from "@/lib/contract/settings/channel-accounts";
import type { Person } from "@/lib/core/access/principal";
import { isoOf } from "@/lib/core/values/time";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { readLinks } from "./links";

/** One's own open links, as their page shows them. */
export async function readOwnLinks(person: Person, gateway: Gateway = getGateway()): Promise<ChannelLinks> {
  const rows = await readLinks(person, gateway);
  return {
    items: rows.map(({ id, kind, accountLabel: account, externalLabel: user, linkedAt }) => ({
      id,
      kind,
      account,
      user,
      linked_at: isoOf(linkedAt)!,
    })),
  };
}
