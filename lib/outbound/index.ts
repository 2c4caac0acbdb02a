/**
 * This room holds what leaves us to addresses that somebody else gave, such as webhooks and requests of workflows: which
 * addresses may be called, one attempt, retries, and the signatures of webhooks.
 */

export { type UrlRule, type UrlRules, checkUrl, portOf, ruleOfSpelling } from "./check-url";
export type { Method } from "./check-request";
export {
  type RefusalRule,
  type Sender,
  type SenderOptions,
  type SendRequest,
  type SendResult,
  createSender,
} from "./sender";
export { type NextAttempt, ATTEMPT_WAITS_SECONDS, nextAttempt } from "./webhooks/attempts";
export { newWebhookKeyPair, newWebhookSecret } from "./webhooks/keys";
export { type WebhookHeaders, type WebhookMessage, signWebhook } from "./webhooks/sign-webhook";
export {
  type ReceivedWebhook,
  type WebhookFault,
  type WebhookCheck,
  verifyWebhook,
} from "./webhooks/verify-webhook";
