"use client";
import { ReadFailure } from "@/components/data/read-failure";
import { useReplies } from "@/components/questions/queries";
import { PageSection } from "@/components/ui/page";
import type { InteractionView } from "@/lib/contract/interactions/interactions";
import { ReplyCard } from "./reply-card";

/** Free text that came in for a question by its channels. Nothing where none came. */
export function ReplyList({ question }: { question: InteractionView }) {
  const query = useReplies(question.id);
  const { data, isError } = query;
  if (isError) return <ReadFailure title="The replies could not be read" query={query} />;
  if (!data || data.items.length === 0) return null;
  return (
    <PageSection title="Replies">
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3" data-testid="replies">
        {data.items.map((reply) => (
          <li key={reply.id} data-reply-id={reply.id}>
            <ReplyCard question={question} reply={reply} />
          </li>
        ))}
      </ul>
    </PageSection>
  );
}
