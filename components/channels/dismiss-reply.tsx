"use client";
import { ConfirmButton } from "@/components/ui/sheets/confirm-button";
import { act } from "@/lib/operations/act";

/** Takes one reply off the list of those that counted for nothing. */
export function DismissReply({ id }: { id: number }) {
  return (
    <ConfirmButton
      label="Dismiss…"
      size="small"
      title="Take this reply off the list?"
      description="It is kept, with your name, and answers nothing."
      press="Dismiss"
      failed="It was not dismissed"
      send={() => act("dismissReply", { id })}
      refreshes
      done={() => "It is dismissed."}
    />
  );
}
