"use client";
import { useSteppedUp } from "@/components/step-up/stepped-up";
import { ConfirmButton } from "@/components/ui/sheets/confirm-button";

/** Leads to Slack, where an administrator allows our app. */
export function ConnectSlack({ isAgain }: { isAgain: boolean }) {
  const steppedUp = useSteppedUp();
  return (
    <ConfirmButton
      label={isAgain ? "Connect again…" : "Connect…"}
      title="Connect a workspace?"
      description="Slack asks you to allow the app in your workspace, and leads you back here within five minutes."
      press="Go to Slack"
      send={() => steppedUp("beginConnectingSlack", {}, "Connect a workspace of Slack")}
      done={({ url }) => {
        window.location.assign(url);
        return null;
      }}
    />
  );
}
