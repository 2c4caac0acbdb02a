import type { DECISION_CHANNELS, Decision } from "@/lib/core/action/proposed-action";

/**
 * This room holds channels, one file or folder for each: the ways to reach people and to receive their answers. A
 * channel turns an incoming message into a command. The operation passes the command to the verb that all channels
 * share, so no channel decides by itself.
 */
export interface Channel<Received> {
  /** Stored with the decision. */
  name: DecisionChannel;
  /** Translates the incoming message. Never decides. */
  receive(received: Received): DecideCommand;
}

/** Among the names that the database stores. */
export type DecisionChannel = Extract<(typeof DECISION_CHANNELS)[number], "page" | "api" | "bulk">;

/** One person's decision on one action, the same for every channel. */
export interface DecideCommand {
  actionId: number;
  decision: Decision;
  payloadHash: string;
  comment: string | null;
  /** L4 and L5: the person confirmed the sentence that repeats the change. */
  confirmed: boolean;
  /** L5: the token that `issueEditToken` returned. */
  editToken: string | null;
  channel: DecisionChannel;
}
