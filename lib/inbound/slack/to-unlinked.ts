import { z } from "zod";
import type { ChannelAccount } from "@/lib/channels/channel";
import type { SlackPerson } from "@/lib/channels/slack/inbound/interaction";
import type { SlackApp } from "@/lib/channels/slack/slack-app";
import { baseUrl } from "@/lib/gateway/read/proposals/action-url";
import type { Gateway } from "@/lib/gateway/context";
import { offerLink } from "@/lib/messages/links";
import { type SlackReply, note } from "./reply";

/**
 * Somebody at Slack whom no session of ours has confirmed. Nothing is decided for them. A member of the workspace gets a code, which
 * links them once they open it while they are signed in.
 */

interface Unlinked {
  account: ChannelAccount;
  person: SlackPerson;
  app: SlackApp;
  gateway: Gateway;
}

const userSchema = z.object({
  user: z.object({
    id: z.string(),
    team_id: z.string(),
    name: z.string().max(200),
    deleted: z.boolean(),
    is_bot: z.boolean().default(false),
    is_restricted: z.boolean().default(false),
    is_ultra_restricted: z.boolean().default(false),
    is_stranger: z.boolean().default(false),
  }),
});
type SlackUserInfo = z.output<typeof userSchema>["user"];

export async function replyToUnlinked(unlinked: Unlinked, teamId: string): Promise<SlackReply> {
  const { account, person, app, gateway } = unlinked;
  const body = { user: person.userId };
  const info = await app.calls.call(account, "users.info", body, { timeoutMs: USER_MS_MAX });
  const user = info.kind === "done" ? userSchema.safeParse(info.body).data?.user : undefined;
  if (!user)
    return note("unlinked", "Slack did not say who you are. Nothing was decided; try again in a moment.");
  if (!isMember(user, teamId))
    return note(
      "not_a_member",
      "Guests, bots and people of other workspaces decide nothing here. Nothing was decided.",
    );
  const { tenantId, id: accountId } = account;
  const offered = { tenantId, accountId, externalUserId: person.userId, label: user.name };
  const code = await offerLink(offered, gateway);
  return note(
    "unlinked",
    "Countersign does not know you yet, so nothing was decided. Open this within ten minutes, sign in, and confirm that it is you.",
    `${baseUrl()}/link/${code}`,
  );
}

const USER_MS_MAX = 1_500;

function isMember(user: SlackUserInfo, teamId: string): boolean {
  const { team_id: team, deleted, is_bot: isBot, is_stranger: isStranger } = user;
  const isGuest = user.is_restricted || user.is_ultra_restricted;
  return team === teamId && !deleted && !isBot && !isStranger && !isGuest;
}
