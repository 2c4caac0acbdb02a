"use client";
import { createStore } from "@/components/state/store";

/** Says outcomes to those who cannot see the card change. The card itself remains the record. */
const messagesMax = 3;
const messages = createStore<readonly { key: number; text: string }[]>([]);
let nextKey = 1;

export function announce(text: string): void {
  messages.set([...messages.get(), { key: nextKey++, text }].slice(-messagesMax));
}

export function Announcer() {
  return (
    <div aria-live="polite" className="sr-only" data-testid="announcer">
      {messages.use().map((message) => (
        <p key={message.key}>{message.text}</p>
      ))}
    </div>
  );
}
