import { AnswerLines } from "@/components/questions/answer/answer-lines";
import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/time";
import { UntrustedText } from "@/components/ui/untrusted-text";
import type { InteractionView } from "@/lib/contract/interactions/interactions";
import type { ReplyView } from "@/lib/contract/interactions/replies";
import { CHANNEL_NAMES, RELEVANCE_WORDS, readingWords } from "@/lib/view/questions/reply-words";
import { VerifyReply } from "./verify-reply";

interface ReplyCardProps {
  question: InteractionView;
  reply: ReplyView;
}

/** One reply: who wrote it, its words, how it was read and why, and whether somebody found that right. */
export function ReplyCard({ question, reply }: ReplyCardProps) {
  const { title, tone } = RELEVANCE_WORDS[reply.classification];
  return (
    <article className="grid gap-2.5 rounded-[10px] border bg-panel p-4">
      <header className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-xs text-ink-3">
        <Badge tone={tone}>{title}</Badge>
        <span>
          {reply.by === null ? "Somebody unknown" : <UntrustedText>{reply.by}</UntrustedText>} by{" "}
          {CHANNEL_NAMES[reply.channel]}, <RelativeTime iso={reply.received_at} />
        </span>
      </header>
      <blockquote className="border-l-2 border-line-strong pl-3.5 text-sm" data-testid="reply-words">
        <UntrustedText>{reply.text === "" ? "(no words)" : reply.text}</UntrustedText>
      </blockquote>
      <p className="text-sm text-ink-2">{readingWords(reply)}</p>
      {reply.drafted_answer !== null && (
        <div className="rounded-lg border border-dashed px-3 py-2">
          <AnswerLines question={question} answer={reply.drafted_answer} />
        </div>
      )}
      <details className="text-xs text-ink-3">
        <summary className="w-fit cursor-pointer max-md:py-2.5">Why it was read so</summary>
        <p className="mt-1.5 max-w-[68ch]">
          <UntrustedText>{reply.reasoning}</UntrustedText> {Math.round(reply.score * 100)} of 100, by{" "}
          {reply.classified_by === "rules" ? "rules" : <UntrustedText>{reply.classified_by}</UntrustedText>}.
        </p>
      </details>
      <VerifyReply question={question} reply={reply} />
    </article>
  );
}
