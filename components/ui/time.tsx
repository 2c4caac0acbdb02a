"use client";
import { useState } from "react";
import { useNow } from "@/components/state/clock";
import { clockText, countdownText, exactText, HOT_MS, relativeText, utcText } from "@/lib/view/time";
import { cn } from "./cn";
import { useWasIdle } from "./hand/use-was-idle";

/** The exact time, in the viewer's zone once a pointer asks for it: working it out for a whole list at once would delay the page. */
function useExactTitle(iso: string): { exact: string; onPointerEnter: () => void } {
  const [asked, setAsked] = useState(false);
  return { exact: asked ? exactText(iso) : utcText(iso), onPointerEnter: () => setAsked(true) };
}

/** `3 s ago`, with the exact time on hover. */
export function RelativeTime({ iso }: { iso: string }) {
  const now = useNow();
  const { exact, onPointerEnter } = useExactTitle(iso);
  return (
    <time dateTime={iso} title={exact} onPointerEnter={onPointerEnter}>
      {relativeText(iso, now)}
    </time>
  );
}

/** `14:04:11`, in the viewer's zone once the page has time: the first look at a zone takes 10 ms of a slow machine. */
export function ClockTime({ iso, className }: { iso: string; className?: string }) {
  const now = useNow();
  const wasIdle = useWasIdle();
  const { exact, onPointerEnter } = useExactTitle(iso);
  return (
    <time dateTime={iso} title={exact} onPointerEnter={onPointerEnter} className={className}>
      {wasIdle ? clockText(iso, now) : iso.slice(11, 19)}
    </time>
  );
}

interface CountdownProps {
  iso: string;
  prefix?: string;
  className?: string;
}

/** The time that is left before it lapses; hot in the last two hours. */
export function Countdown({ iso, prefix = "", className }: CountdownProps) {
  const now = useNow();
  const { exact, onPointerEnter } = useExactTitle(iso);
  const leftMs = Date.parse(iso) - now;
  return (
    <time
      dateTime={iso}
      data-testid="countdown"
      data-hot={leftMs < HOT_MS || undefined}
      title={`Expires ${exact}`}
      onPointerEnter={onPointerEnter}
      className={cn(
        "shrink-0 font-mono text-xs whitespace-nowrap text-ink-3",
        // As wide as its longest text: a card may not change its height when the seconds begin.
        prefix === "" && "inline-block min-w-[8ch] text-right",
        leftMs < HOT_MS && "font-semibold text-warn!",
        className,
      )}
    >
      <span className="sr-only">{leftMs > 0 && prefix === "" ? "Expires in " : ""}</span>
      {leftMs > 0 ? prefix : ""}
      {countdownText(leftMs)}
    </time>
  );
}
