import type { TenantTransaction } from "@/db/client";
import { readReplyFigures } from "@/db/queries/interactions/replies";
import type { ChannelAccounts } from "@/lib/contract/settings/channel-accounts";
import { MAIL_WAYS_IN } from "@/lib/core/message/inbound-mail-settings";
import { isoOf } from "@/lib/core/values/time";
import type { Gateway } from "@/lib/gateway/context";

const DAY_MS = 86_400_000;

/** How replies by mail come in, and how those of the last day fared. */
export async function readMailReplies(
  tx: TenantTransaction,
  tenantId: number,
  { inboundMail, clock }: Gateway,
): Promise<Pick<ChannelAccounts, "mail_replies" | "unmatched_replies">> {
  const since = new Date(clock.now().getTime() - DAY_MS);
  const figures = await readReplyFigures(tx, tenantId, { channel: "email", since });
  const { unmatched, came, answered, lastAt } = figures;
  if (inboundMail === null) return { mail_replies: null, unmatched_replies: unmatched };
  const { settings } = inboundMail;
  const { local, domain } = settings.address;
  return {
    mail_replies: {
      address: `${local}@${domain}`,
      ways_in: MAIL_WAYS_IN.filter((way) => settings[way] !== null),
      came,
      answered,
      last_at: isoOf(lastAt),
    },
    unmatched_replies: unmatched,
  };
}
