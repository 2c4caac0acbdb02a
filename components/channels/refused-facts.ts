import type { ChannelAccounts } from "@/lib/contract/settings/channel-accounts";
import { routesOfChannel } from "@/lib/core/message/inbound-routes";
import type { ChannelKind } from "@/lib/core/message/message";
import { formatCount } from "@/lib/view/decimal";

/** A row about the refused deliveries of a channel; none where nothing was refused. */
export function refusedFacts({ refused }: ChannelAccounts, kind: ChannelKind): [string, string][] {
  const routes = routesOfChannel(kind);
  const own = refused.filter(({ route }) => routes.includes(route));
  const sum = (why: "forged" | "malformed") => own.reduce((total, one) => total + one[why], 0);
  const [forged, malformed] = [sum("forged"), sum("malformed")];
  if (forged + malformed === 0) return [];
  return [["Refused, last day", `${formatCount(forged)} forged, ${formatCount(malformed)} malformed`]];
}
