"use client";
import { type RefObject, useEffect, useEffectEvent } from "react";
import { cn } from "@/components/ui/cn";
import { Kbd } from "@/components/ui/kbd";
import { PRESETS, presetOfKey } from "./preset-keys";

interface PresetsProps {
  /** The field that they fill, in the same sheet. */
  text: RefObject<HTMLTextAreaElement | null>;
  reason: string;
  onChoose: (preset: string) => void;
}

/** Reasons that are often given: by click, or by digit while nobody has typed words of their own. */
export function Presets({ text, reason, onChoose }: PresetsProps) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, isComposing } = event;
    if (ctrlKey || metaKey || altKey || isComposing) return;
    const preset = presetOfKey(key, reason);
    if (preset === null) return;
    event.preventDefault();
    if (!event.repeat) onChoose(preset);
  });
  useEffect(() => {
    const sheet = text.current?.form;
    sheet?.addEventListener("keydown", onKey);
    return () => sheet?.removeEventListener("keydown", onKey);
  }, [text]);
  return (
    <fieldset aria-label="Presets" className="flex min-w-0 flex-wrap gap-2">
      {PRESETS.map((preset, index) => (
        <button
          key={preset}
          type="button"
          aria-pressed={reason === preset}
          aria-keyshortcuts={String(index + 1)}
          onClick={() => onChoose(preset)}
          className={cn(
            "inline-flex min-h-8 items-center gap-1.5 rounded-full border px-3 text-xs max-md:min-h-11 max-md:text-sm md:pl-1.5",
            reason === preset ? "border-ink font-medium" : "border-line-strong text-ink-2 hover:bg-sunken",
          )}
        >
          <Kbd className="rounded-full! border-b!">{String(index + 1)}</Kbd>
          {preset}
        </button>
      ))}
    </fieldset>
  );
}
