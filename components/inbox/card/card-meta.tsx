import { AboutTexts } from "@/components/action/change/about-texts";
import type { ActionSummary } from "@/lib/contract/action-view";
import { impactText } from "@/lib/view/action/facts";

/**
 * On what, what it is worth, who asks: the worth first because it decides how closely to look. One line on a desk, where
 * decisions are made in the detail; whole on a phone, where a card can be decided as it stands.
 */
export function CardMeta({ action }: { action: ActionSummary }) {
  const isKnown = action.impact.cents !== null;
  return (
    <p className="truncate text-xs text-ink-2 max-md:overflow-visible max-md:break-words max-md:whitespace-normal">
      <b className="font-semibold text-ink">{isKnown ? impactText(action) : "Impact not known"}</b>
      {isKnown && action.impact.basis && ` ${action.impact.basis}`}
      <AboutTexts action={action} besides={action.subject} />
      <span className="text-ink-3">
        {" · "}
        {action.agent}
        {action.on_behalf_of && ` for ${action.on_behalf_of}`}
        {action.author && ` · version by ${action.author}`}
      </span>
    </p>
  );
}
