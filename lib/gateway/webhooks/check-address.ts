import type { UrlRule } from "@/lib/outbound";
import { AppError } from "@/lib/core/errors";
import type { Gateway } from "@/lib/gateway/context";

/** The rules of an endpoint's address, as they are told to whoever typed one. */
const MESSAGES: Record<UrlRule, string> = {
  url_too_long: "must have at most 2,048 characters",
  url_characters: "must have visible ASCII characters alone; write an international name as xn--…",
  url_malformed: "must be a whole address, such as https://hooks.example.com/countersign",
  credentials: "must not contain a user name or a password; the signature tells that we send it",
  fragment: "must not contain a #",
  not_https: "must begin with https://",
  port: "must use port 443 or 8443",
  literal: "must name a host, such as hooks.example.com, and no IP address",
  trailing_dot: "must not end its host with a dot",
  own_host: "must not lead to Countersign itself",
  name_not_public: "must name a host of the public internet, such as hooks.example.com",
};

/** @throws AppError validation_failed 422 that names the rule. */
export function assertMayBeCalled(url: string, { sender }: Pick<Gateway, "sender">): void {
  const rule = sender.ruleAgainst(url);
  if (rule === null) return;
  throw new AppError("validation_failed", `The address ${MESSAGES[rule]}.`, {
    issues: [{ path: "url", message: MESSAGES[rule] }],
  });
}
