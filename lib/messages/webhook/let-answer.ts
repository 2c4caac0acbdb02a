import type { z } from "zod";
import { inTenant } from "@/db/client";
import { lockQuestionWebhook } from "@/db/queries/messages/accounts";
import { listLinks } from "@/db/queries/messages/links";
import { endpointUserOf } from "@/lib/channels/webhook/question-box";
import type { AnsweringEndpoint, letAnswerSchema } from "@/lib/contract/settings/question-webhook";
import type { Person } from "@/lib/core/access/principal";
import { AppError } from "@/lib/core/errors";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { linkPerson } from "@/lib/messages/links";
import { findQuestionWebhook, hostOf, openQuestionBox } from "./webhook-view";

/**
 * A person lets the company's endpoint answer questions for them: in a session of theirs, for the address that they saw. Nobody else
 * can, and another address needs their word again.
 */

/**
 * From now on questions to the person go to the endpoint as well, and its answers count as theirs. Doing it twice does it once.
 * @throws AppError session_required 403 for a token; not_found 404; changed 412 where it is another endpoint or address by now.
 */
export async function letWebhookAnswer(
  person: Person,
  { account_id: accountId, host }: z.output<typeof letAnswerSchema>,
  gateway: Gateway = getGateway(),
): Promise<AnsweringEndpoint> {
  if (person.via !== "session")
    throw new AppError("session_required", "You say this on a page, while you are signed in.");
  const { tenantId, userId } = person;
  const now = gateway.clock.now();
  return inTenant(gateway.database, tenantId, async (tx) => {
    const account = await lockQuestionWebhook(tx, tenantId);
    const box = account && openQuestionBox(account);
    if (!account || !box) throw new AppError("not_found", "No webhook is connected.");
    if (account.id !== accountId || hostOf(account) !== host)
      throw new AppError("changed", "Its address has changed: reload the page, and look again.");
    const open = (await listLinks(tx, tenantId, userId)).find((one) => one.accountId === accountId);
    const user = { accountId, externalUserId: endpointUserOf(userId, box.url), externalLabel: host, now };
    const linkId = open?.id ?? (await linkPerson(tx, person, user));
    return { account_id: accountId, label: account.label, host, link_id: linkId };
  });
}

/** The endpoint that could answer for the person. Null: none is connected. */
export async function answeringEndpointIn(
  tx: Parameters<typeof findQuestionWebhook>[0],
  { tenantId }: Person,
  links: Awaited<ReturnType<typeof listLinks>>,
): Promise<AnsweringEndpoint | null> {
  const account = await findQuestionWebhook(tx, tenantId);
  if (account === null) return null;
  return {
    account_id: account.id,
    label: account.label,
    host: hostOf(account),
    link_id: links.find(({ accountId }) => accountId === account.id)?.id ?? null,
  };
}
