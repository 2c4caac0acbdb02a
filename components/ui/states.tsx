/** This room holds primitives without a word of the product. */

import type { ReactNode } from "react";
import { cn } from "./cn";

/** Stands in an empty place: says what would be here and how to get it. */
export function EmptyState({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-1.5 px-8 py-16 text-center">
      <p className="font-semibold">{title}</p>
      <p className="max-w-sm text-sm text-ink-2">{text}</p>
      {children && <div className="mt-3">{children}</div>}
    </div>
  );
}

interface SkeletonProps {
  words: string;
  lines?: number;
  className?: string;
}

/** Words while something is on its way, in the shape of what will come. */
export function Skeleton({ words, lines = 3, className }: SkeletonProps) {
  return (
    <div aria-live="polite" className={cn("grid gap-2.5", className)}>
      <p className="text-xs text-ink-3">{words}</p>
      {Array.from({ length: lines }, (_, line) => (
        <div
          key={line}
          aria-hidden
          className={cn(
            "h-3.5 animate-pulse rounded bg-sunken",
            line % 3 === 2 ? "w-2/5" : line % 2 ? "w-3/5" : "w-4/5",
          )}
        />
      ))}
    </div>
  );
}
