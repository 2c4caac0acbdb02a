import type { Decision } from "@/lib/core/action/proposed-action";

/**
 * A channel is a way to reach people and to hear their answer; this room holds one file or folder for each. A channel
 * turns what it received into a command. The operation hands that command to the verb that every channel shares, so no
 * channel decides by itself.
 */
export interface Channel<Received> {
  /** Stored with the decision. */
  name: DecisionChannel;
  /** Translates what the channel received. Never decides. */
  receive(received: Received): DecideCommand;
}

/** How a person's decision reached us. */
export type DecisionChannel = "page" | "api" | "bulk";

/** One person's decision on one action, whatever the channel. */
export interface DecideCommand {
  actionId: number;
  decision: Decision;
  /** The hash of the payload that was on screen. */
  payloadHash: string;
  comment: string | null;
  /** L4 and L5: the person confirmed the sentence that repeats the change. */
  confirmed: boolean;
  /** L5: the token that `issueEditToken` returned. */
  editToken: string | null;
  channel: DecisionChannel;
}
