"use client";
import { useEffect, useRef, useState } from "react";
import { Icon } from "@/components/ui/icons/icon";
import { RUN_SEARCH_MAX } from "@/lib/core/run/run";

const typingPauseMs = 250;

/** Looks for runs while somebody types. `value`: the search of the address, which a link may have changed. */
export function RunSearch({ value, onSearch }: { value: string; onSearch: (q: string) => void }) {
  const [text, setText] = useState(value);
  const asked = useRef(value);
  useEffect(() => {
    if (value === asked.current) return;
    asked.current = value;
    setText(value);
  }, [value]);
  useEffect(() => {
    const q = text.trim();
    if (q === asked.current) return;
    const timer = setTimeout(() => {
      asked.current = q;
      onSearch(q);
    }, typingPauseMs);
    return () => clearTimeout(timer);
  });
  return (
    <search className="relative block min-w-0 max-md:w-full md:w-80">
      <Icon name="search" className="absolute top-1/2 left-2.5 size-3.5 -translate-y-1/2 text-ink-3" />
      <input
        type="search"
        aria-label="Search runs"
        placeholder="Run number, trigger, person or workflow"
        maxLength={RUN_SEARCH_MAX}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="min-h-9 w-full rounded-lg border border-line-strong bg-panel pr-3 pl-8 text-sm max-md:min-h-11 max-md:text-[16px]"
      />
    </search>
  );
}
