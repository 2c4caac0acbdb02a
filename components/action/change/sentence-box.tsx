import { UntrustedText } from "@/components/ui/untrusted-text";
import { TierBadge } from "./tier-badge";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { impactText } from "@/lib/view/action/facts";
import { plainWords } from "@/lib/view/words";
import { AboutTexts } from "./about-texts";
import { ChangeHeading, RemainingChanges } from "./change-heading";

/** The change once more, made from the payload alone, right above the button that decides it. */
export function SentenceBox({ action }: { action: ActionSummary }) {
  return (
    <div
      data-tier={action.risk_level}
      className="relative grid grid-cols-[minmax(0,1fr)] gap-1.5 overflow-clip rounded-[9px] border bg-bg py-3 pr-3 pl-4"
    >
      <span aria-hidden className="absolute inset-y-0 left-0 w-1 bg-tier" />
      <p className="text-[15px] leading-6 font-semibold">
        <ChangeHeading action={action} />
      </p>
      <RemainingChanges action={action} />
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-ink-2">
        <TierBadge tier={action.risk_level} />
        <span className="font-mono">#{action.id}</span>
        <span>
          {plainWords(action.entity_type)}{" "}
          <span className="font-mono">
            <UntrustedText edge>{action.entity_ref}</UntrustedText>
          </span>
        </span>
        <span>
          impact {impactText(action)}
          <AboutTexts action={action} besides={action.entity_ref} />
        </span>
      </p>
    </div>
  );
}
