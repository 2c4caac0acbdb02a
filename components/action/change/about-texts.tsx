import { UntrustedText } from "@/components/ui/untrusted-text";
import type { ActionSummary } from "@/lib/contract/action-view";

/** The customer and the short facts of an action, each after a dot; `besides` stands next to them already. */
export function AboutTexts({ action, besides }: { action: ActionSummary; besides: string }) {
  return [action.customer, ...action.details].map(
    (text) =>
      text &&
      text !== besides && (
        <span key={text}>
          {" · "}
          <UntrustedText>{text}</UntrustedText>
        </span>
      ),
  );
}
