import type { MouseEvent, ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { cardLabel } from "@/lib/view/action/card-text";
import { actionHref } from "@/lib/view/views";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import type { RiskTier } from "@/lib/core/action/risk-tier";

interface CardFrameProps {
  action: ActionSummary;
  selected: boolean;
  /** The present tier, which a live reading may have raised above the action's own. */
  tier: RiskTier;
  className: string;
  children: ReactNode;
}

/** The article of one action in a list, in either density: its name, its state for tests and keys, and the band of its tier. */
export const CardFrame = ({ action, selected, tier, className, children }: CardFrameProps) => (
  <article
    aria-label={cardLabel(action)}
    aria-current={selected ? "true" : undefined}
    data-action-id={action.id}
    data-tier={tier}
    data-status={action.status}
    className={cn("relative overflow-hidden bg-panel", className)}
  >
    <span aria-hidden className="absolute inset-y-0 left-0 w-1 bg-tier" />
    {children}
  </article>
);

interface CardLinkProps {
  action: ActionSummary;
  onOpen: (id: number) => void;
  className: string;
  children: ReactNode;
}

/** Opens the action. It covers the whole card; a click for a new tab or window is left to the browser. */
export function CardLink({ action, onOpen, className, children }: CardLinkProps) {
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onOpen(action.id);
  };
  return (
    <a
      href={actionHref(action.id)}
      onClick={open}
      data-card-link={action.id}
      className={cn("min-w-0 outline-none after:absolute after:inset-0 after:content-['']", className)}
    >
      {children}
    </a>
  );
}
