import type { ReactNode } from "react";
import { tierLabel, type RiskTier } from "@/lib/core/action/risk-tier";
import type { Tone } from "@/lib/view/words";
import { cn } from "./cn";

const shape =
  "inline-flex shrink-0 items-center gap-1 rounded-[5px] px-1.5 py-px text-2xs font-semibold whitespace-nowrap";

/** `L3 Medium`: the tier in words, so that colour is never alone. */
export function TierBadge({ tier, className }: { tier: RiskTier; className?: string }) {
  return (
    <span data-tier={tier} className={cn(shape, "bg-tier-soft text-tier-ink", className)}>
      {tierLabel(tier)}
    </span>
  );
}

const tones: Record<Tone, string> = {
  neutral: "bg-sunken text-ink-2",
  good: "bg-good-soft text-good",
  warn: "bg-warn-soft text-warn",
  bad: "bg-bad-soft text-bad",
};

export function Badge({
  tone = "neutral",
  children,
  className,
}: {
  tone?: Tone;
  children: ReactNode;
  className?: string;
}) {
  return <span className={cn(shape, tones[tone], className)}>{children}</span>;
}
