import type { Metadata } from "next";
import { AskView } from "@/components/questions/ask/ask-view";
import { EmptyState } from "@/components/ui/states";
import { PageFrame } from "@/components/ui/page";
import { mayAsk } from "@/lib/core/interaction/responders";
import { personPage } from "@/lib/http/page";
import { listResponders } from "@/lib/interactions/list-responders";

export const metadata: Metadata = { title: "Ask a question" };

export default personPage(async function AskPage(person) {
  if (mayAsk(person.role)) return <AskView people={(await listResponders(person)).people} />;
  return (
    <PageFrame title="Ask a question" text="Where people ask people.">
      <EmptyState
        title="Questions are asked by approvers and administrators"
        text="You see the questions that you are asked on the page Questions."
      />
    </PageFrame>
  );
});
