/**
 * This folder holds answers that the company's own endpoint sends: whose they are, and to what. One answers by the verb that every
 * channel shares, for a person who lets the endpoint answer, and never with a yes or a no.
 */

import { inTenant } from "@/db/client";
import { type AccountRow, findAccount } from "@/db/queries/messages/accounts";
import { findAccountOf } from "@/db/queries/messages/links";
import { type QuestionBox, secretsOf } from "@/lib/channels/webhook/question-box";
import { webhookAnswerSchema } from "@/lib/contract/interactions/webhook-answer";
import { AppError } from "@/lib/core/errors";
import { parseExactJson } from "@/lib/core/values/exact-json";
import type { Gateway } from "@/lib/gateway/context";
import { countingRefusals } from "@/lib/gateway/controls/counting-refusals";
import { checkInput, readText } from "@/lib/http/json-body";
import { handleOnce } from "@/lib/messages/receive-delivery";
import { openQuestionBox } from "@/lib/messages/webhook/webhook-view";
import { verifyWebhook } from "@/lib/outbound";
import { type WebhookAnswer, takeAnswer } from "./take-answer";

const BODY_BYTES_MAX = 1_000_000;
const NAME = /^[A-Za-z0-9_-]{22}$/;
const BUSY_RETRY_SECONDS = 5;

/** A request that the endpoint of an account has signed. */
interface Signed {
  account: AccountRow;
  box: QuestionBox;
  /** Its webhook-id: the same for each repeat. */
  id: string;
  command: WebhookAnswer;
}

/**
 * Answers with the truth: what became of it, the first time and each time that it is repeated. What is refused may come again, under the
 * same id or another.
 * @throws AppError unauthenticated 401 without a word on why; malformed_json, malformed_request 400; payload_too_large 413; as
 *   `takeAnswer` does; already_received 409 while the same one is being handled.
 */
export async function answerQuestionWebhook(
  request: Request,
  name: string,
  gateway: Gateway,
): Promise<Response> {
  const signed = await countingRefusals("questions", gateway, () => readSigned(request, name, gateway));
  const { account, box, id, command } = signed;
  const { id: accountId, tenantId } = account;
  // An id that came with an answer to another question has said nothing of this one.
  const handled = await handleOnce(
    { tenantId, accountId, providerKey: `${command.ref}:${id}` },
    () => takeAnswer({ account, box, id, command }, gateway),
    gateway,
  );
  if (handled.kind === "busy")
    throw new AppError("already_received", "This answer is being taken in.", {
      retryAfterSeconds: BUSY_RETRY_SECONDS,
    });
  const { kind, outcome } = handled;
  return Response.json(
    { outcome, repeated: kind === "repeat" },
    { headers: { "cache-control": "no-store" } },
  );
}

/** Without a word on which of them it was: no such address, none that is open, or not signed with its secret. */
const refused = () =>
  new AppError(
    "unauthenticated",
    "This is not signed as Standard Webhooks has it, with the secret of this address, or it is too old.",
  );

async function readSigned(request: Request, name: string, gateway: Gateway): Promise<Signed> {
  const body = await readText(request, BODY_BYTES_MAX);
  const found = NAME.test(name) ? await findAccountOf(gateway.database, "webhook", name) : null;
  if (!found) throw refused();
  const { tenantId, accountId } = found;
  const account = await inTenant(gateway.database, tenantId, (tx) => findAccount(tx, tenantId, accountId));
  const box = account && openQuestionBox(account);
  if (!account || !box) throw refused();
  const now = gateway.clock.now();
  const verified = verifyWebhook({ headers: request.headers, body, keys: secretsOf(box, now), now });
  if (!verified.ok) throw refused();
  return { account, box, id: verified.id, command: commandOf(body) };
}

/** Also refuses a message of ours that somebody sends back: it is of another type. @throws AppError 400. */
function commandOf(body: string): WebhookAnswer {
  const value = parseExactJson(body);
  if (value === undefined) throw new AppError("malformed_json", "The body is not JSON.");
  try {
    return checkInput(webhookAnswerSchema, value).data;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError("malformed_request", error.publicMessage, { issues: error.issues });
  }
}
