import type { z } from "zod";
import type { decideSchema } from "@/lib/contract/actions/decision";
import type { Channel, DecisionChannel } from "./channel";

/** A decision as the inbox or the HTTP API sends it. */
interface WebDecision {
  actionId: number;
  input: z.output<typeof decideSchema>;
  editToken: string | null | undefined;
}

const webChannel = (name: DecisionChannel): Channel<WebDecision> => ({
  name,
  receive: ({ actionId, input, editToken }) => ({
    actionId,
    decision: input.decision,
    payloadHash: input.payload_hash,
    comment: input.comment ?? null,
    confirmed: input.confirmed ?? false,
    editToken: editToken ?? null,
    channel: name,
  }),
});

export const pageChannel = webChannel("page");

/** The HTTP API, with a personal token or a session. */
export const apiChannel = webChannel("api");
