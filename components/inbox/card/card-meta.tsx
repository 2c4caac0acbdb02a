import { AboutTexts } from "@/components/action/change/about-texts";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { impactText, impactCentsOf } from "@/lib/view/action/facts";

/**
 * On what, what it is worth, who asks: the worth first because it decides how closely to look. Never clipped: what stands
 * here may be written. `whole`: long texts to their ends.
 */
export function CardMeta({ action, whole = false }: { action: ActionSummary; whole?: boolean }) {
  const isKnown = impactCentsOf(action.impact) !== null;
  return (
    <p className="text-xs break-words text-ink-2">
      <b className="font-semibold text-ink">
        {isKnown ? impactText(action) : `Impact ${impactText(action).toLowerCase()}`}
      </b>
      {isKnown && action.impact.basis && ` ${action.impact.basis}`}
      <AboutTexts action={action} besides={action.subject} whole={whole} />
      {action.reversible === false && action.status === "pending" && " · cannot be reversed"}
      <span className="text-ink-3">
        {" · "}
        {action.agent}
        {action.run && ` · run ${action.run.id}`}
        {action.on_behalf_of && ` for ${action.on_behalf_of}`}
        {action.author && ` · version by ${action.author}`}
      </span>
    </p>
  );
}
