/** This room is the chat example: an assistant that proposes, replayed. */
"use client";
import { useState } from "react";
import { DecisionFlow } from "@/components/action/decide/decision-flow";
import { newConversation, type Script } from "@/lib/view/chat/scripts";
import { type ChatKit, ChatKitProvider } from "./chat-kit";
import { Conversation } from "./conversation";
import { Start } from "./start";
import type { InitialConversation } from "./use-conversation";
import { keepGoing } from "./use-tab-memory";

/** The example: a conversation, or the choice of one. Its id stands in the address, so a reload finds it again. */
export function Chat({ kit, initial }: { kit: ChatKit; initial: InitialConversation | null }) {
  const [id, setId] = useState(initial?.id ?? null);
  const start = (script: Script) => {
    // A second tap of the same press finds this one.
    if (id !== null) return;
    const conversation = newConversation(script, crypto.randomUUID());
    keepGoing(conversation);
    setId(conversation);
    window.history.pushState(null, "", `/chat?c=${conversation}`);
  };
  const leave = () => {
    setId(null);
    window.history.pushState(null, "", "/chat");
  };
  return (
    <ChatKitProvider value={kit}>
      <DecisionFlow>
        <main tabIndex={-1} data-content className="flex h-full min-h-0 flex-col -outline-offset-2">
          {id === null ? (
            <Start onStart={start} />
          ) : (
            <Conversation key={id} id={id} initial={initial?.id === id ? initial : null} onLeave={leave} />
          )}
        </main>
      </DecisionFlow>
    </ChatKitProvider>
  );
}
