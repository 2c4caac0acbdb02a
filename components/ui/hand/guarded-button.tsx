"use client";
import { useEffect, useEffectEvent, useRef } from "react";
import { useOnline } from "@/components/state/online";
import { Button, type ButtonProps } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { asksForQuiet } from "./hand";
import { takeUnanswered } from "./page-opening";
import { type Guard, OFFLINE, type Pressed, type Refusal, TOO_SOON } from "./use-guard";

interface GuardedButtonProps extends Omit<ButtonProps, "onClick" | "name"> {
  guard: Guard;
  /** Unique among the buttons of one guard. */
  name: string;
  /** Absent where the press sends the form around the button, which asks the guard itself. */
  onPress?: Pressed;
  /** Why it does nothing any more: it stays where it is, keeps the focus and says so. */
  ended?: string | null;
  /** `seen`: it looks armed before a key would count, as in a dialog. */
  waits?: "seen" | "armed";
}

/**
 * A button that decides. Until it is armed it can be pressed and says why nothing happened: `aria-disabled`, not `disabled`,
 * which would swallow the press and lose the focus.
 */
export function GuardedButton({
  guard,
  name,
  onPress,
  ended: endedByItself = null,
  waits = "armed",
  className,
  ...button
}: GuardedButtonProps) {
  const { refusal } = guard;
  const ref = useRef<HTMLButtonElement>(null);
  // Pressed before the page's code ran: no press of that time decides.
  const refuseIfPressed = useEffectEvent(() => takeUnanswered(ref.current) && guard.refuse(name, TOO_SOON));
  useEffect(() => void refuseIfPressed(), []);
  const ended = useOnline() ? endedByItself : OFFLINE;
  const waiting = !button.disabled && !(waits === "seen" ? guard.seen : guard.armed);
  // The first 300 ms of what the reader asked for pass unseen: a button that fades in on every row would flicker.
  const isSteady = waiting && ended === null && !asksForQuiet(guard.came);
  return (
    <Button
      {...button}
      ref={ref}
      {...(waiting || ended !== null ? { "aria-disabled": true } : {})}
      {...(refusal?.of === name ? { "data-refused": refusal.count % 2 === 0 ? "even" : "odd" } : {})}
      // A pointer that rests on it must not light it up.
      className={cn(isSteady ? "aria-disabled:opacity-100!" : "aria-disabled:opacity-55!", className)}
      onClick={() => (ended === null ? onPress && guard.press(name, onPress) : guard.refuse(name, ended))}
    />
  );
}

/** Why a press did not count, above the buttons and over whatever is there: nothing moves for it. */
export function LookFirst({ refusal, className }: { refusal: Refusal | null; className?: string }) {
  if (!refusal) return null;
  return (
    <span
      aria-hidden
      data-testid="look-first"
      data-times={refusal.count}
      className={cn(
        refusal.count > 1 &&
          "after:ml-1.5 after:font-mono after:opacity-70 after:content-['×'_attr(data-times)]",
        "pointer-events-none absolute bottom-full z-20 mb-1.5 w-max max-w-full rounded-md bg-solid px-2.5 py-1.5 text-xs font-medium text-on-solid shadow-float",
        className,
      )}
    >
      {refusal.text}
    </span>
  );
}
