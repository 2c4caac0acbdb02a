"use client";
import { createRequired } from "@/components/state/required-context";
import type { ToolCall } from "@/lib/contract/kit/kit-action";
import type { KitProposal, KitProposals, KitResult } from "@/lib/contract/kit/results";

/** The kit's server actions, as the page around the chat hands them in. */
export interface ChatKit {
  callTool: (name: string, input: unknown, call: ToolCall) => Promise<KitResult | KitProposal | KitProposals>;
  listMyProposals: (query: { conversationRef: string; limit: number }) => Promise<KitProposals>;
}

export const [ChatKitProvider, useChatKit] = createRequired<ChatKit>("ChatKitProvider");
