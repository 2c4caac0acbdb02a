"use client";
import { ConfirmButton } from "@/components/ui/sheets/confirm-button";
import { act } from "@/lib/operations/act";

/** Ends one of the person's own links. */
export function RemoveLink({ id }: { id: number }) {
  return (
    <ConfirmButton
      label="Disconnect…"
      size="small"
      title="Disconnect this account?"
      description="You get no more cards there, and buttons there no longer act for you."
      press="Disconnect"
      tone="danger"
      send={() => act("removeLink", { id })}
      refreshes
      done={() => "The account is disconnected."}
    />
  );
}

/** Ends the company's connection to its workspace at Slack. */
export function CloseAccount({ id }: { id: number }) {
  return (
    <ConfirmButton
      label="Disconnect…"
      size="small"
      title="Disconnect Slack?"
      description="Cards that stand there keep their last state and decide nothing. Our access to the workspace is deleted here."
      press="Disconnect"
      tone="danger"
      send={() => act("closeChannelAccount", { id })}
      refreshes
      done={() => "Slack is disconnected."}
    />
  );
}
