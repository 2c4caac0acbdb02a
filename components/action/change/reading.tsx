"use client";
import { createContext, use, useCallback, useEffect, useMemo, useState, type ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import type { ActionSummary } from "@/lib/contract/action-view";
import { gestureOf } from "@/lib/view/action/gesture";

/** An end was read once it has been in view for as long on end. */
const lookAtLeastMs = 300;

interface End {
  label: string;
  seen: boolean;
}

interface Reading {
  /** By label and text: an end that leaves the screen stays as read or unread as it was. */
  ends: ReadonlyMap<string, End>;
  put: (key: string, end: End) => void;
}

const ReadingContext = createContext<Reading | null>(null);

/** Keeps which long texts below it have been read to their ends. Give it a key: another payload is read anew. */
export function ReadingProvider({ children }: { children: ReactNode }) {
  const [ends, setEnds] = useState<Reading["ends"]>(new Map());
  const put = useCallback((key: string, { label, seen }: End) => {
    setEnds((before) => new Map(before).set(key, { label, seen: seen || (before.get(key)?.seen ?? false) }));
  }, []);
  const reading = useMemo(() => ({ ends, put }), [ends, put]);
  return <ReadingContext value={reading}>{children}</ReadingContext>;
}

/**
 * What still has to be read before an approval, as a sentence; null: everything was. Three steps have a reading step of
 * their own.
 */
export function useUnread(action: ActionSummary): string | null {
  const reading = use(ReadingContext);
  if (action.unshown === null || gestureOf(action) === "step_up") return null;
  const ends = [...(reading?.ends.values() ?? [])];
  const missing = ends.find(({ seen }) => !seen);
  if (missing) return `Read the ${missing.label} to its end first.`;
  return ends.length === 0 ? "Read the change to its end first." : null;
}

/** True once every end of this label has been in view. */
export function useEndSeen(label: string): boolean {
  const ends = [...(use(ReadingContext)?.ends.values() ?? [])].filter((end) => end.label === label);
  return ends.length > 0 && ends.every(({ seen }) => seen);
}

interface EndOfTextProps {
  /** The text in a word: `note`. */
  label: string;
  text: string;
  className?: string;
}

/** The end of a long text. It stands behind the last character, so that it is in view after the text alone. */
export function EndOfText({ label, text, className }: EndOfTextProps) {
  const put = use(ReadingContext)?.put;
  const key = `${label}\n${text}`;
  const [element, watch] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!element || !put) return;
    put(key, { label, seen: false });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver(([entry]) => {
      clearTimeout(timer);
      if (entry?.isIntersecting) timer = setTimeout(() => put(key, { label, seen: true }), lookAtLeastMs);
    });
    observer.observe(element);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [element, key, label, put]);
  return (
    <span
      ref={watch}
      data-end-of={label}
      className={cn("block pt-1 font-sans text-2xs font-normal text-ink-3 select-none", className)}
    >
      End of the {label}
    </span>
  );
}
