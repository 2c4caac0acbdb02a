import { randomBytes } from "node:crypto";
import type { z } from "zod";
import { type TenantTransaction, inTenant } from "@/db/client";
import {
  type AccountRow,
  insertAccount,
  lockQuestionWebhook,
  renewAccount,
} from "@/db/queries/messages/accounts";
import { endLinksOfAccount } from "@/db/queries/messages/links";
import { appendEvent, byPerson } from "@/db/queries/ledger/events";
import { sealAccountSecret } from "@/lib/channels/account-secret";
import {
  type QuestionBox,
  addressOf,
  newQuestionBox,
  writeQuestionBox,
} from "@/lib/channels/webhook/question-box";
import type {
  WebhookSecret,
  connectQuestionWebhookSchema,
  moveQuestionWebhookSchema,
} from "@/lib/contract/settings/question-webhook";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import { AppError } from "@/lib/core/errors";
import { WEBHOOK_LIMITS } from "@/lib/core/webhook/webhook";
import { requireSession, spendStepUp } from "@/lib/gateway/access/step-up/spend-step-up";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { assertMayBeCalled } from "@/lib/gateway/webhooks/check-address";
import { ACCOUNT_SUBJECT } from "@/lib/messages/settle";
import { answersUrl, openQuestionBox } from "./webhook-view";

/**
 * The company's endpoint for questions, as administrators set it up. Whoever holds its secret speaks for the people who let it answer,
 * so its address is its identity: another one gets another secret, and they are asked again.
 */

const NAME_BYTES = 16;
const DOING = "Connecting a webhook";

/**
 * Connects an endpoint; its secret is answered this once.
 * @throws AppError not_allowed, session_required 403; validation_failed 422 for an address that may not be called; already_exists 409;
 *   step_up_missing, step_up_invalid 428.
 */
export async function connectQuestionWebhook(
  person: Person,
  { label, url }: z.output<typeof connectQuestionWebhookSchema>,
  gateway: Gateway = getGateway(),
): Promise<WebhookSecret> {
  requireRole(person, "admin", DOING);
  requireSession(person);
  assertMayBeCalled(url, gateway);
  const { tenantId, name: by } = person;
  const externalId = randomBytes(NAME_BYTES).toString("base64url");
  const box = newQuestionBox(url);
  const account = { kind: "webhook", externalId, label, settings: { url } } as const;
  await inTenant(gateway.database, tenantId, async (tx) => {
    await spendStepUp(tx, person, { purpose: "connect_channel", subject: `webhook:${url}` });
    const id = await insertAccount(tx, tenantId, { ...account, by, now: gateway.clock.now() });
    if (id === null)
      throw new AppError("already_exists", "A webhook is connected already: change or disconnect it.");
    await renewAccount(tx, tenantId, { ...account, id, sealed: sealed(id, box), renewAt: null });
    await record(tx, person, id, "channel.connected", { url });
  });
  return { secret: box.secret, answers_to: answersUrl(externalId) };
}

/**
 * Another address: with a secret of its own, answered this once, and without the people who let the one before answer for them.
 * @throws AppError as `connectQuestionWebhook` does; not_found 404.
 */
export async function moveQuestionWebhook(
  person: Person,
  { url }: z.output<typeof moveQuestionWebhookSchema>,
  gateway: Gateway = getGateway(),
): Promise<WebhookSecret> {
  requireRole(person, "admin", DOING);
  requireSession(person);
  assertMayBeCalled(url, gateway);
  const { tenantId, name: by } = person;
  const now = gateway.clock.now();
  return inTenant(gateway.database, tenantId, async (tx) => {
    const account = await locked(tx, tenantId);
    const { id: accountId } = account;
    await spendStepUp(tx, person, {
      purpose: "change_webhook_address",
      subject: `channel:${accountId}:${url}`,
    });
    await endLinksOfAccount(tx, tenantId, { accountId, by, now });
    const secret = await keep(tx, account, newQuestionBox(url));
    await record(tx, person, accountId, "channel.moved", { url, previous_url: addressOf(account.settings) });
    return secret;
  });
}

/**
 * A new secret, answered this once. The one before counts for another 24 hours, in both directions; one of a rotation before that ends
 * at once. An account that was refused sends again.
 * @throws AppError not_allowed, session_required 403; not_found 404; step_up_missing, step_up_invalid 428.
 */
export async function rotateQuestionWebhook(
  person: Person,
  gateway: Gateway = getGateway(),
): Promise<WebhookSecret> {
  requireRole(person, "admin", DOING);
  requireSession(person);
  const { tenantId } = person;
  const now = gateway.clock.now();
  return inTenant(gateway.database, tenantId, async (tx) => {
    const account = await locked(tx, tenantId);
    await spendStepUp(tx, person, { purpose: "rotate_webhook_secret", subject: `channel:${account.id}` });
    const until = new Date(now.getTime() + WEBHOOK_LIMITS.rotationHours * 3_600_000).toISOString();
    const former = openQuestionBox(account);
    const url = former?.url ?? addressOf(account.settings)!;
    const before = former && { secret: former.secret, until };
    const secret = await keep(tx, account, { ...newQuestionBox(url), before });
    await record(tx, person, account.id, "channel.rotated", { previous_until: before && until });
    return secret;
  });
}

async function locked(tx: TenantTransaction, tenantId: number): Promise<AccountRow> {
  const account = await lockQuestionWebhook(tx, tenantId);
  if (!account) throw new AppError("not_found", "No webhook is connected.");
  return account;
}

async function keep(
  tx: TenantTransaction,
  { tenantId, id, label, externalId }: AccountRow,
  box: QuestionBox,
): Promise<WebhookSecret> {
  const { url, secret } = box;
  await renewAccount(tx, tenantId, { id, label, settings: { url }, sealed: sealed(id, box), renewAt: null });
  return { secret, answers_to: answersUrl(externalId!) };
}

const sealed = (id: number, box: QuestionBox): string => sealAccountSecret(id, writeQuestionBox(box));

const record = (
  tx: TenantTransaction,
  person: Person,
  entityId: number,
  type: string,
  details: Record<string, unknown>,
) => appendEvent(tx, { ...byPerson(person), entityType: ACCOUNT_SUBJECT, entityId, type, details });
