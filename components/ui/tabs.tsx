"use client";
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from "react";

export interface TabPart {
  key: string;
  name: ReactNode;
  content: ReactNode;
}

/** Parts of one thing, one at a time; arrows, Home and End walk through them as the tab pattern asks. */
export function Tabs({ label, parts }: { label: string; parts: readonly TabPart[] }) {
  const id = useId();
  const [current, setCurrent] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const walk = (event: KeyboardEvent) => {
    const last = parts.length - 1;
    const steps: Record<string, number> = {
      ArrowRight: current + 1,
      ArrowLeft: current - 1,
      Home: 0,
      End: last,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = step < 0 ? last : step > last ? 0 : step;
    setCurrent(next);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus();
  };
  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={walk}
        tabIndex={-1}
        className="flex gap-5 border-b"
      >
        {parts.map((part, index) => (
          <button
            key={part.key}
            type="button"
            role="tab"
            id={`${id}-${part.key}`}
            aria-selected={index === current}
            aria-controls={`${id}-panel`}
            tabIndex={index === current ? 0 : -1}
            onClick={() => setCurrent(index)}
            className="min-h-9 border-b-2 border-transparent px-0.5 text-sm text-ink-2 hover:text-ink aria-selected:border-ink aria-selected:font-medium aria-selected:text-ink max-md:min-h-11 short:md:min-h-7"
          >
            {part.name}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${parts[current]!.key}`}
        className="grid gap-5 short:gap-2.5"
      >
        {parts[current]!.content}
      </div>
    </>
  );
}
