import type { Metadata } from "next";
import { UnmatchedRepliesView } from "@/components/channels/unmatched-replies";
import { personPage } from "@/lib/http/page";
import { readUnmatchedReplies } from "@/lib/interactions/replies/unmatched-replies";

export const metadata: Metadata = { title: "Unmatched replies" };

export default personPage(async function UnmatchedRepliesPage(person) {
  return <UnmatchedRepliesView replies={await readUnmatchedReplies(person)} />;
});
