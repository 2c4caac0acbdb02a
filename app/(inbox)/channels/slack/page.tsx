import type { Metadata } from "next";
import { FinishSlack } from "@/components/channels/finish-slack";
import { AdminsOnly } from "@/components/shell/admins-only";
import { finishConnectingSchema } from "@/lib/contract/settings/channel-accounts";
import { mayAdminister } from "@/lib/core/access/principal";
import { personPage } from "@/lib/http/page";

export const metadata: Metadata = { title: "Connect Slack" };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Slack leads an administrator back to it. Opening it changes nothing. */
export default personPage(async function ConnectSlackPage(person, { searchParams }: Props) {
  if (!mayAdminister(person.role))
    return <AdminsOnly title="Connect Slack" text="The workspace that your company's cards go to." />;
  const { state, code } = await searchParams;
  return <FinishSlack returned={finishConnectingSchema.safeParse({ state, code }).data ?? null} />;
});
