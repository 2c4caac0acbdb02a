"use client";
import { ConfirmButton } from "@/components/ui/sheets/confirm-button";
import { act } from "@/lib/operations/act";

/** Ends one of the person's own links. */
export const RemoveLink = ({ id }: { id: number }) => (
  <Disconnect
    title="Disconnect this account?"
    description="You get no more cards there, and buttons there no longer act for you."
    send={() => act("removeLink", { id })}
    done={() => "The account is disconnected."}
  />
);

/** Ends the company's connection to its workspace at Slack. */
export const CloseAccount = ({ id }: { id: number }) => (
  <Disconnect
    title="Disconnect Slack?"
    description="Cards that stand there keep their last state and decide nothing. Our access to the workspace is deleted here."
    send={() => act("closeChannelAccount", { id })}
    done={() => "Slack is disconnected."}
  />
);

/** Ends the company's connection to its own endpoint. */
export const CloseWebhook = ({ id }: { id: number }) => (
  <Disconnect
    title="Disconnect the webhook?"
    description="No more questions go to it, and none of its answers counts. Its secret is deleted here, and whoever let it answer for them has to say so again."
    send={() => act("closeChannelAccount", { id })}
    done={() => "The webhook is disconnected."}
  />
);

function Disconnect<Result>(
  question: Pick<Parameters<typeof ConfirmButton<Result>>[0], "title" | "description" | "send" | "done">,
) {
  return (
    <ConfirmButton<Result>
      label="Disconnect…"
      size="small"
      press="Disconnect"
      tone="danger"
      refreshes
      {...question}
    />
  );
}
