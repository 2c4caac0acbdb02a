"use client";
import { type ComponentType, useEffect, useEffectEvent } from "react";
import { useCountedClosing } from "@/components/ui/hand/closings";
import { lazily } from "@/components/ui/lazily";

interface DialogProps {
  onClose: () => void;
}

/**
 * A dialog whose code comes with the press that opens it, or ahead of it (`load`). From that press on the page is covered as
 * by the dialog itself: a key that was meant for it never decides the card behind it.
 */
export const lazyDialog = <Props extends DialogProps>(load: () => Promise<ComponentType<Props>>) =>
  lazily<Props>(load, OnItsWay);

function OnItsWay({ onClose }: DialogProps) {
  useCountedClosing();
  const listen = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === "Escape") onClose();
  });
  useEffect(() => {
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- keys and guards know our dialogs by their role
    <div role="dialog" aria-label="Opening…" className="fixed inset-0 z-40 grid place-items-center bg-shade">
      <output className="rounded-lg bg-panel px-4 py-2 text-sm text-ink-2 shadow-float">Opening…</output>
    </div>
  );
}
