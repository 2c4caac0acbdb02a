"use client";
import { useEffect, useEffectEvent, useRef } from "react";
import { cn } from "@/components/ui/cn";
import type { Refusal } from "@/components/ui/hand/use-guard";

interface CheckBoxProps {
  id: number;
  checked: boolean;
  /** Phones show the boxes now. */
  choosing: boolean;
  /** A tick that did not count. */
  refusal: Refusal | null;
  onCheck: (id: number, range: boolean) => void;
  className?: string;
}

/** Selects one action of a list; with Shift every one up to it. */
export function CheckBox({ id, checked, choosing, refusal, onCheck, className }: CheckBoxProps) {
  const ref = useRef<HTMLInputElement>(null);
  // Ticked before the page's code ran: React leaves the box as it is and knows nothing of it.
  const takeTick = useEffectEvent(() => {
    const box = ref.current!;
    if (box.checked === checked) return;
    box.checked = checked;
    onCheck(id, false);
  });
  useEffect(() => takeTick(), []);
  return (
    <input
      ref={ref}
      type="checkbox"
      // A browser that opens the page again would tick the rows that stand there now.
      autoComplete="off"
      checked={checked}
      aria-label={`Select #${id}`}
      onChange={() => {}}
      onClick={(event) => onCheck(id, event.shiftKey)}
      data-refused={refusal ? (refusal.count % 2 === 0 ? "even" : "odd") : undefined}
      className={cn(
        "relative z-10 size-3.5 shrink-0 accent-accent max-md:size-5",
        !choosing && "max-md:hidden",
        className,
      )}
    />
  );
}
