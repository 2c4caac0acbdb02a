"use client";
import { useSyncExternalStore } from "react";

/** Says outcomes to those who cannot see the card change. The card itself remains the record. */
const kept = 3;
let messages: readonly { key: number; text: string }[] = [];
const listeners = new Set<() => void>();
let nextKey = 1;

export function announce(text: string): void {
  messages = [...messages, { key: nextKey++, text }].slice(-kept);
  for (const listener of listeners) listener();
}

const nothing: typeof messages = [];
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function Announcer() {
  const shown = useSyncExternalStore(
    subscribe,
    () => messages,
    () => nothing,
  );
  return (
    <div aria-live="polite" className="sr-only" data-testid="announcer">
      {shown.map((message) => (
        <p key={message.key}>{message.text}</p>
      ))}
    </div>
  );
}
