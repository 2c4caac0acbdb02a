import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requirePerson } from "@/lib/auth/session/session";
import { OWN_PROPOSALS_MAX } from "@/lib/contract/kit/results";
import { getEnv, showsChatExample } from "@/lib/env";
import { listOwnProposals } from "@/lib/gateway/read/proposals/list-own-proposals";
import { conversationOf } from "@/lib/view/chat/scripts";
import { page } from "@/lib/http/page";
import { readSearchParams, type SearchParams } from "@/lib/http/search-params";
import { ChatExample } from "./chat-example";

export const metadata: Metadata = { title: "Chat example" };

/** A scripted agent that uses the kit as a chat tool would; what was said is made again from the proposals. */
export default page(async function ChatPage({ searchParams }: { searchParams: SearchParams }) {
  if (!showsChatExample(getEnv())) notFound();
  const person = await requirePerson();
  const param = await readSearchParams(searchParams);
  const conversation = conversationOf(param("c") ?? "");
  if (!conversation) return <ChatExample initial={null} />;
  const { id } = conversation;
  const proposals = await listOwnProposals(person, { conversationRef: id, limit: OWN_PROPOSALS_MAX });
  return <ChatExample key={id} initial={{ id, proposals }} />;
});
