"use client";
import { Chat } from "@/components/chat/chat";
import type { InitialConversation } from "@/components/chat/use-conversation";
import { callTool } from "@/app/kit/call-tool";
import { listMyProposals } from "@/app/kit/own-proposals";

const kit = { callTool, listMyProposals };

/** The chat with the kit's own server actions, as an application of the kit would use them. */
export function ChatExample({ initial }: { initial: InitialConversation | null }) {
  return <Chat kit={kit} initial={initial} />;
}
