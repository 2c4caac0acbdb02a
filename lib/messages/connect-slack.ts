import { z } from "zod";
import { type TenantTransaction, inTenant } from "@/db/client";
import { insertStepUp } from "@/db/queries/people/step-up";
import { appendEvent, byPerson } from "@/db/queries/ledger/events";
import {
  closeAccount,
  findOpenAccount,
  insertAccount,
  listAccounts,
  renewAccount,
} from "@/db/queries/messages/accounts";
import { endLinksOfAccount } from "@/db/queries/messages/links";
import { newStepUpToken } from "@/lib/auth/session/tokens";
import { sealAccountSecret } from "@/lib/channels/account-secret";
import type { SlackApp } from "@/lib/channels/slack/slack-app";
import { issuedSchema, issuedTokens, renewAtOf, secretOf } from "@/lib/channels/slack/outbound/tokens";
import type { ChannelAccounts } from "@/lib/contract/settings/channel-accounts";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import { AppError } from "@/lib/core/errors";
import { isoOf } from "@/lib/core/values/time";
import { requireSession, spendStepUp } from "@/lib/gateway/access/step-up/spend-step-up";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { readRefused } from "@/lib/gateway/controls/refused-deliveries";
import { baseUrl } from "@/lib/gateway/read/proposals/action-url";
import { readMailReplies } from "./mail-replies";
import { ACCOUNT_SUBJECT } from "./settle";
import { questionWebhookIn } from "./webhook/webhook-view";

/**
 * Connects the company to its workspace at Slack: an administrator allows our app there and comes back with a code, which is exchanged for
 * a token, and where our app rotates them for a refresh token as well. The state that travels with them is a step-up token of its own: single-use, for five minutes, of this session alone.
 */

const SCOPES = ["chat:write", "im:write", "im:history", "users:read"];
const DAY_SECONDS = 86_400;
const STATE_SECONDS = 300;
const SUBJECT = "slack";

/** The channels' accounts of the company, without their secrets. @throws AppError not_allowed 403. */
export async function readChannelAccounts(
  person: Person,
  gateway: Gateway = getGateway(),
): Promise<ChannelAccounts> {
  requireRole(person, "admin");
  const { tenantId } = person;
  const now = gateway.clock.now();
  const { rows, webhook, replies } = await inTenant(gateway.database, tenantId, async (tx) => ({
    rows: await listAccounts(tx, tenantId),
    webhook: await questionWebhookIn(tx, tenantId, now),
    replies: await readMailReplies(tx, tenantId, gateway),
  }));
  return {
    slack_is_set_up: gateway.slack !== null,
    webhook,
    ...replies,
    refused: await readRefused({ seconds: DAY_SECONDS }, gateway),
    items: rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      label: row.label,
      state: row.state === "broken" ? "broken" : "open",
      health: row.health,
      last_error: row.lastError,
      opened_by: row.openedByLabel,
      opened_at: isoOf(row.openedAt)!,
    })),
  };
}

/** Where the administrator allows our app. @throws AppError not_allowed 403; step_up_missing, step_up_invalid 428; not_found 404. */
export async function beginConnectingSlack(
  person: Person,
  gateway: Gateway = getGateway(),
): Promise<{ url: string }> {
  requireRole(person, "admin", "Connecting Slack");
  const sessionId = requireSession(person);
  const app = appOf(gateway);
  const { tenantId, userId } = person;
  const state = await inTenant(gateway.database, tenantId, async (tx) => {
    await spendStepUp(tx, person, { purpose: "connect_channel", subject: SUBJECT });
    const use = { tenantId, userId, sessionId, purpose: "finish_connecting", subject: SUBJECT } as const;
    const { token, hash: tokenHash } = newStepUpToken(use);
    await insertStepUp(tx, { ...use, tokenHash, validSeconds: STATE_SECONDS });
    return token;
  });
  const query = {
    client_id: app.client.clientId,
    scope: SCOPES.join(","),
    redirect_uri: redirectUri(),
    state,
  };
  return { url: `${app.siteUrl}/oauth/v2/authorize?${new URLSearchParams(query)}` };
}

const redirectUri = () => `${baseUrl()}/channels/slack`;

const installedSchema = z
  .object({
    bot_user_id: z.string().min(1).max(255),
    is_enterprise_install: z.literal(false),
    team: z.object({ id: z.string().min(1).max(255), name: z.string().min(1) }),
  })
  .and(issuedSchema);
type Installed = z.output<typeof installedSchema>;

/**
 * The way back from Slack, by the administrator who began it, in the same session. A workspace is one company's; connecting it again
 * takes the new token.
 * @throws AppError not_allowed, session_required 403; already_exists 409 where it is another company's; step_up_invalid 428 for a state
 *   that is used, over or somebody else's; unavailable 503 where Slack did not take the code.
 */
export async function finishConnectingSlack(
  person: Person,
  { state, code }: { state: string; code: string },
  gateway: Gateway = getGateway(),
): Promise<ChannelAccounts> {
  requireRole(person, "admin", "Connecting Slack");
  const app = appOf(gateway);
  const { tenantId } = person;
  // Spent first, whatever Slack says: a state works once.
  await inTenant(gateway.database, tenantId, (tx) =>
    spendStepUp(tx, { ...person, stepUp: state }, { purpose: "finish_connecting", subject: SUBJECT }),
  );
  const now = gateway.clock.now();
  const installed = await exchange(app, code);
  await inTenant(gateway.database, tenantId, (tx) => keep(tx, person, installed, now));
  return readChannelAccounts(person, gateway);
}

async function exchange(app: SlackApp, code: string): Promise<Installed> {
  const answer = await app.api.exchange(app.client, { code, redirect_uri: redirectUri() });
  const installed = answer.kind === "done" ? installedSchema.safeParse(answer.body).data : undefined;
  if (installed) return installed;
  const why =
    answer.kind === "done"
      ? "It was installed for a whole organisation, or its answer was none."
      : `It said ${answer.code}.`;
  throw new AppError("unavailable", `Slack did not connect the workspace. ${why} Begin again.`);
}

async function keep(
  tx: TenantTransaction,
  person: Person,
  { team, bot_user_id: bot, ...issued }: Installed,
  now: Date,
) {
  const { tenantId, name } = person;
  const settings = { bot_user_id: bot };
  const account = {
    kind: "slack",
    externalId: team.id,
    label: team.name.slice(0, 200),
    settings,
    now,
    by: name,
  } as const;
  const id = (await insertAccount(tx, tenantId, account)) ?? (await findOpenAccount(tx, tenantId, account));
  if (id === null)
    throw new AppError(
      "already_exists",
      "This workspace is connected to another company of this installation.",
    );
  const tokens = issuedTokens(issued, now);
  const sealed = sealAccountSecret(id, secretOf(tokens));
  await renewAccount(tx, tenantId, { ...account, id, sealed, renewAt: renewAtOf(tokens) });
  await record(tx, person, id, "channel.connected");
}

/** Nothing goes by the account any more, its secret is gone, and so is who linked themselves to it. @throws AppError not_allowed 403; not_found 404. */
export async function closeChannelAccount(
  person: Person,
  id: number,
  gateway: Gateway = getGateway(),
): Promise<ChannelAccounts> {
  requireRole(person, "admin", "Disconnecting a channel");
  const { tenantId, name: by } = person;
  const now = gateway.clock.now();
  await inTenant(gateway.database, tenantId, async (tx) => {
    if ((await closeAccount(tx, tenantId, { id, now })) === 0)
      throw new AppError("not_found", "There is no such connection.");
    await endLinksOfAccount(tx, tenantId, { accountId: id, by, now });
    await record(tx, person, id, "channel.closed");
  });
  return readChannelAccounts(person, gateway);
}

const record = (tx: TenantTransaction, person: Person, entityId: number, type: string) =>
  appendEvent(tx, { ...byPerson(person), entityType: ACCOUNT_SUBJECT, entityId, type, details: {} });

function appOf({ slack }: Gateway): SlackApp {
  if (!slack)
    throw new AppError(
      "not_found",
      "Slack is not set up on this installation; docs/channels/slack.md says how.",
    );
  return slack;
}
