import type { ReactNode } from "react";
import type { Tone } from "@/lib/view/words";
import { cn } from "./cn";

export const BADGE_SHAPE =
  "inline-flex shrink-0 items-center gap-1 rounded-[5px] px-1.5 py-px text-2xs font-semibold whitespace-nowrap";

const tones: Record<Tone, string> = {
  neutral: "bg-sunken text-ink-2",
  good: "bg-good-soft text-good",
  warn: "bg-warn-soft text-warn",
  bad: "bg-bad-soft text-bad",
};

interface BadgeProps {
  tone?: Tone;
  children: ReactNode;
  className?: string;
}

export function Badge({ tone = "neutral", children, className }: BadgeProps) {
  return <span className={cn(BADGE_SHAPE, tones[tone], className)}>{children}</span>;
}
