import type { DeliveryView, EndpointView } from "@/lib/contract/settings/webhooks";
import type { StateWords } from "@/lib/view/words";

/** The words of webhooks that pages share. */

type BadgeWords = Pick<StateWords, "title" | "tone">;

export function endpointWords({
  state,
  disabled_because: because,
  failing_since: since,
  delivered_at: deliveredAt,
}: EndpointView): BadgeWords {
  if (state === "disabled") return { title: "Disabled", tone: because === "person" ? "neutral" : "bad" };
  if (since !== null) return { title: "Failing", tone: "warn" };
  return deliveredAt === null
    ? { title: "Nothing sent yet", tone: "neutral" }
    : { title: "Healthy", tone: "good" };
}

export function disabledWords(because: EndpointView["disabled_because"]): string {
  switch (because) {
    case "gone":
      return "It answered 410: it is gone for good.";
    case "failing":
      return "Nothing arrived there for 120 hours.";
    case "person":
    case null:
      return "A person disabled it.";
  }
}

export const DELIVERY_WORDS: Record<DeliveryView["state"], BadgeWords> = {
  due: { title: "Waits", tone: "warn" },
  sending: { title: "Being sent", tone: "neutral" },
  delivered: { title: "Delivered", tone: "good" },
  failed: { title: "Given up", tone: "bad" },
};

/** `Answered 503`, and of a refusal its rule. */
export function attemptWords({ outcome, status, why }: DeliveryView["log"][number]): string {
  switch (outcome) {
    case "delivered":
      return `Delivered, answered ${status}`;
    case "answered":
      return status !== undefined && status >= 300 && status < 400
        ? `Answered ${status}: redirects are not followed`
        : `Answered ${status}`;
    case "refused":
      return REFUSALS[why ?? ""] ?? "Its address may not be called";
    case "not_sent":
      return NOT_SENT[why ?? ""] ?? "Not sent";
    case "unknown":
      return UNKNOWNS[why ?? ""] ?? "No whole answer came";
    case "interrupted":
      return "Its sender stopped before it noted an answer";
  }
}

const REFUSALS: Record<string, string> = {
  address_not_public: "Refused: its name leads to an address that is not public",
  address_changed: "Refused: it was another address than its name says",
};
const NOT_SENT: Record<string, string> = {
  resolve: "Not sent: its name was not found",
  connect: "Not sent: nothing listens there",
  tls: "Not sent: its certificate was not accepted",
};
const UNKNOWNS: Record<string, string> = {
  timeout: "No answer within 15 seconds",
  reset: "The line broke before an answer",
  cut_off: "The line broke within the answer",
  malformed: "The answer was not HTTP",
};
