"use client";
import { BackLink } from "@/components/ui/back-link";
import { PageFrame } from "@/components/ui/page";
import { act } from "@/lib/operations/act";
import { ConfirmCard } from "./confirm-card";

/** The way back from Slack. `returned`: null where Slack sent nothing along, or a refusal. */
export function FinishSlack({ returned }: { returned: { state: string; code: string } | null }) {
  if (returned === null)
    return (
      <PageFrame title="Connect Slack" text="Slack allowed nothing. Begin again on the page Channels.">
        <BackLink href="/channels">Channels</BackLink>
      </PageFrame>
    );
  return (
    <ConfirmCard
      title="Connect Slack"
      text="Slack has allowed the app in your workspace. One press connects it to your company."
      press="Connect"
      send={() => act("finishConnectingSlack", returned)}
    />
  );
}
