import { BADGE_SHAPE } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { tierLabel, type RiskTier } from "@/lib/core/action/risk-tier";

/** `L3 Medium`: the tier in words, so that colour is never alone. */
export function TierBadge({ tier, className }: { tier: RiskTier; className?: string }) {
  return (
    <span data-tier={tier} className={cn(BADGE_SHAPE, "bg-tier-soft text-tier-ink", className)}>
      {tierLabel(tier)}
    </span>
  );
}
