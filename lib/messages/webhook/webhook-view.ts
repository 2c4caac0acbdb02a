import type { TenantTransaction } from "@/db/client";
import { type AccountRow, listAccounts } from "@/db/queries/messages/accounts";
import { countLinksOfAccount } from "@/db/queries/messages/links";
import { tryAccountSecret } from "@/lib/channels/account-secret";
import { type QuestionBox, addressOf, readQuestionBox } from "@/lib/channels/webhook/question-box";
import { ANSWERS_PATH } from "@/lib/channels/webhook/webhook-channel";
import type { QuestionWebhook } from "@/lib/contract/settings/question-webhook";
import { baseUrl } from "@/lib/gateway/read/proposals/action-url";

/** The company's endpoint for questions, as its pages show it. */

export const answersUrl = (externalId: string): string => `${baseUrl()}${ANSWERS_PATH}/${externalId}`;

/** Null: it was not sealed here for this account and address, or under a key that is gone. */
export const openQuestionBox = ({ id, sealed, settings }: AccountRow): QuestionBox | null =>
  readQuestionBox({ secret: sealed === null ? null : tryAccountSecret(id, sealed), settings });

/** Null: the company has none that is not closed. */
export async function findQuestionWebhook(
  tx: TenantTransaction,
  tenantId: number,
): Promise<AccountRow | null> {
  return (await listAccounts(tx, tenantId)).find(({ kind }) => kind === "webhook") ?? null;
}

/** For administrators. Null: none is connected. */
export async function questionWebhookIn(
  tx: TenantTransaction,
  tenantId: number,
  now: Date,
): Promise<QuestionWebhook | null> {
  const account = await findQuestionWebhook(tx, tenantId);
  if (account === null) return null;
  const until = openQuestionBox(account)?.before?.until ?? null;
  return {
    id: account.id,
    url: addressOf(account.settings) ?? "",
    answers_to: answersUrl(account.externalId!),
    previous_secret_until: until !== null && Date.parse(until) > now.getTime() ? until : null,
    answers_for: await countLinksOfAccount(tx, tenantId, account.id),
  };
}

/** The host alone: the rest of an address may hold a secret of its receiver's. */
export function hostOf(account: AccountRow): string {
  const url = addressOf(account.settings);
  return url !== null && URL.canParse(url) ? new URL(url).host : "";
}
