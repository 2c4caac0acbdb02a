/**
 * This room holds what leaves us to addresses that somebody else gave, such as webhooks and requests of workflows: which
 * addresses may be called, one attempt, retries, and the signatures of webhooks.
 */

export { type UrlRule, type UrlRules, checkUrl } from "./check-url";
