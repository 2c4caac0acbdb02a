"use client";
import {
  createContext,
  use,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from "react";
import { useFromServer } from "@/components/state/use-from-server";
import { cn } from "@/components/ui/cn";
import { viewedAtOpeningMs } from "@/components/ui/hand/in-view";
import { pageInViewForMs } from "@/components/ui/hand/page-opening";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { gestureOf } from "@/lib/view/action/gesture";
import { LOOK_AT_LEAST_MS, whenInView } from "./in-view";

interface End {
  label: string;
  seen: boolean;
}

interface Reading {
  /** Ends by label and text. An end that leaves the screen keeps its state, read or unread. */
  ends: ReadonlyMap<string, End>;
  put: (key: string, end: End) => void;
}

const ReadingContext = createContext<Reading | null>(null);

/** Keeps which long texts below it have been read to their ends. Give it a key: another payload is read again. */
export function ReadingProvider({ children }: { children: ReactNode }) {
  const [ends, setEnds] = useState<Reading["ends"]>(new Map());
  const put = useCallback((key: string, { label, seen }: End) => {
    setEnds((before) => new Map(before).set(key, { label, seen: seen || (before.get(key)?.seen ?? false) }));
  }, []);
  const reading = useMemo(() => ({ ends, put }), [ends, put]);
  return <ReadingContext value={reading}>{children}</ReadingContext>;
}

/**
 * The sentence that asks to read on before an approval; null: everything was read. A card shows a short change whole, but in
 * the `pane` even that may begin below the window. Three steps have a reading step of their own.
 */
export function useUnread(action: ActionSummary, where: "card" | "pane" = "card"): string | null {
  const reading = use(ReadingContext);
  const isShort = action.unshown === null && where === "card";
  if (isShort || gestureOf(action) === "step_up") return null;
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
  /** Without words, where the end is in view at once on most screens. */
  silent?: boolean;
  className?: string;
}

/** The end of a long text. It stands behind the last character, so that it is in view after the text alone. */
export function EndOfText({ label, text, silent = false, className }: EndOfTextProps) {
  const put = use(ReadingContext)?.put;
  const key = `${label}\n${text}`;
  const ref = useRef<HTMLSpanElement>(null);
  const fromServer = useFromServer();
  const wasThere = useRef(fromServer);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element || !put) return;
    const wasRead = wasThere.current && viewedAtOpeningMs(element) >= LOOK_AT_LEAST_MS;
    put(key, { label, seen: wasRead });
    const seenForMs = wasThere.current ? pageInViewForMs() : 0;
    // Only the text that the page arrived with has been in view since then.
    wasThere.current = false;
    return wasRead ? undefined : whenInView(element, () => put(key, { label, seen: true }), seenForMs);
  }, [key, label, put]);
  if (silent) return <span ref={ref} aria-hidden data-end-of={label} data-watched className="block h-px" />;
  return (
    <span
      ref={ref}
      data-end-of={label}
      data-watched
      className={cn("block pt-1 font-sans text-2xs font-normal text-ink-3 select-none", className)}
    >
      End of the {label}
    </span>
  );
}
