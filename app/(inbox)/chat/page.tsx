import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requirePerson } from "@/lib/auth/session/session";
import { OWN_PROPOSALS_MAX } from "@/lib/contract/kit/results";
import { getEnv, showsChatExample } from "@/lib/env";
import { listOwnProposals } from "@/lib/gateway/read/proposals/list-own-proposals";
import { conversationOf } from "@/lib/view/chat/scripts";
import { page } from "@/lib/http/page";
import { readSearchParams, type SearchParams } from "@/lib/http/search-params";
import { readSight } from "@/lib/gateway/read/actions/sight";
import { HiddenContent } from "@/components/data/hidden-content";
import { PageFrame } from "@/components/ui/page";
import { ChatExample } from "./chat-example";

export const metadata: Metadata = { title: "Chat example" };

/** A scripted agent that uses the kit as a chat tool would; what was said is made again from the proposals. */
export default page(async function ChatPage({ searchParams }: { searchParams: SearchParams }) {
  if (!showsChatExample(getEnv())) notFound();
  const person = await requirePerson();
  const { seesContent } = await readSight(person);
  if (!seesContent) return <NoChat />;
  const param = await readSearchParams(searchParams);
  const conversation = conversationOf(param("c") ?? "");
  if (!conversation) return <ChatExample initial={null} />;
  const { id } = conversation;
  const proposals = await listOwnProposals(person, { conversationRef: id, limit: OWN_PROPOSALS_MAX });
  return <ChatExample key={id} initial={{ id, proposals }} />;
});

/** A tool's answers quote records and what was proposed. */
function NoChat() {
  return (
    <PageFrame title="Chat example" text="A scripted agent that proposes writes for the person who asks.">
      <HiddenContent text="Chat tools answer with values of records and proposals, which are hidden from viewers. Approvers and administrators can use them, and an administrator can show content to viewers on the page People." />
    </PageFrame>
  );
}
