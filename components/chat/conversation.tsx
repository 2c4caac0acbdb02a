"use client";
import { Icon } from "@/components/ui/icons/icon";
import { useEffect, useRef } from "react";
import { ReadFailure } from "@/components/data/read-failure";
import { Button } from "@/components/ui/button";
import { EntryView, Typing } from "./entry";
import { StatusBar } from "./status-bar";
import { type InitialConversation, useConversation } from "./use-conversation";
import { usePace } from "./use-pace";

interface ConversationProps {
  id: string;
  /** Null: it begins here. */
  initial: InitialConversation | null;
  onLeave: () => void;
}

export function Conversation({ id, initial, onLeave }: ConversationProps) {
  const chat = useConversation(id, initial);
  const { entries, next } = chat.transcript;
  const visible = usePace(entries, { resumed: initial !== null, loaded: chat.loaded });
  const isWhole = visible === entries.length;

  const { make, going, unanswered } = chat;
  const due = isWhole && next.kind === "call" && going && unanswered === null;
  useEffect(() => {
    if (due && next.kind === "call") void make(next);
  }, [due, make, next]);

  const log = useFollow();
  return (
    <>
      <header className="flex shrink-0 items-center gap-3 border-b px-7 py-2.5 max-md:px-4">
        <div className="min-w-0 flex-1">
          <h1 className="truncate text-[15px] leading-6 font-semibold tracking-tight">
            {chat.script?.title ?? "Chat example"}
          </h1>
          <p className="truncate text-xs text-ink-3">A script: no model, no network.</p>
        </div>
        <Button size="small" onClick={onLeave}>
          <Icon name="plus" className="size-3.5" /> New
        </Button>
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and its messages hold little to focus */}
      <div ref={log} tabIndex={0} className="relative min-h-0 flex-1 overflow-y-auto -outline-offset-2">
        <ol
          role="log"
          aria-label="Conversation"
          className="mx-auto grid max-w-[720px] grid-cols-[minmax(0,1fr)] gap-3.5 px-7 pt-6 pb-8 max-md:px-4 max-md:pt-4"
        >
          {entries.slice(0, visible).map((entry, index) => (
            <li key={index} className="grid grid-cols-[minmax(0,1fr)]">
              <EntryView entry={entry} follows={entries[index - 1]?.kind === "sentence"} />
            </li>
          ))}
        </ol>
        <div className="mx-auto max-w-[720px] px-7 pb-6 max-md:px-4">
          {!isWhole && <Typing />}
          {chat.error !== null && (
            <ReadFailure
              title="How the proposals stand could not be read"
              query={{ error: chat.error, refetch: chat.tryAgain }}
            />
          )}
        </div>
      </div>
      <StatusBar
        next={next}
        busy={!isWhole || due}
        stopped={next.kind === "call" && chat.loaded && !going}
        unanswered={unanswered !== null}
        mayTryAgain={chat.mayTryAgain}
        onGo={chat.go}
        onTryAgain={chat.tryAgain}
        onLeave={onLeave}
      />
    </>
  );
}

/** How far from the end somebody may be and still be following. */
const nearPx = 320;

/**
 * The newest message stays in view, unless the viewer has gone up to read. No waiting proposal is passed: one that is higher
 * than the log is read from its beginning, and its end comes into view under the viewer's own hand. Focus starts here: the
 * pressed button is gone.
 */
function useFollow() {
  const log = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) log.current?.focus({ preventScroll: true });
  }, []);
  const before = useRef(0);
  useEffect(() => {
    const element = log.current;
    if (!element) return;
    const { scrollTop, clientHeight, scrollHeight } = element;
    const wasNear = before.current - scrollTop - clientHeight < nearPx;
    if (wasNear && scrollHeight > before.current)
      element.scrollTo({ top: Math.max(scrollTop, Math.min(scrollHeight, topOfWaiting(element))) });
    before.current = scrollHeight;
  });
  return log;
}

const marginPx = 16;

/** How far the log scrolls until a proposal that waits begins at its upper edge. */
function topOfWaiting(log: HTMLElement): number {
  const waiting = log.querySelector('article[data-status="pending"]');
  if (!waiting) return Infinity;
  const below = waiting.getBoundingClientRect().top - log.getBoundingClientRect().top;
  return log.scrollTop + below - marginPx;
}
