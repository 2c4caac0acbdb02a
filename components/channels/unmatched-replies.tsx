import Link from "next/link";
import { BackLink } from "@/components/ui/back-link";
import { PageFrame } from "@/components/ui/page";
import { EmptyState } from "@/components/ui/states";
import { RelativeTime } from "@/components/ui/time";
import { UntrustedText } from "@/components/ui/untrusted-text";
import type { UnmatchedReplies, UnmatchedReply } from "@/lib/contract/interactions/replies";
import { questionHref } from "@/lib/view/questions/question-href";
import { CHANNEL_NAMES } from "@/lib/view/questions/reply-words";
import { DismissReply } from "./dismiss-reply";

/** Replies that counted for nothing since they match no question or nobody, for administrators. */
export function UnmatchedRepliesView({ replies: { items, more } }: { replies: UnmatchedReplies }) {
  return (
    <PageFrame
      title="Unmatched replies"
      text="Replies that belong to no question, or whose sender is not proven. None of them counts: whoever is asked answers on the question's page."
    >
      <BackLink href="/channels">Channels</BackLink>
      {items.length === 0 ? (
        <EmptyState
          title="Nothing here"
          text="Every reply that came in belongs to a question and a person."
        />
      ) : (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-label="Unmatched replies">
          {items.map((reply) => (
            <li key={reply.id}>
              <UnmatchedCard reply={reply} />
            </li>
          ))}
        </ul>
      )}
      {more && <p className="text-sm text-ink-2">There are more: dismiss some of these to see them.</p>}
    </PageFrame>
  );
}

function UnmatchedCard({ reply }: { reply: UnmatchedReply }) {
  return (
    <article className="grid gap-2.5 rounded-[10px] border bg-panel p-4">
      <header className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-xs text-ink-2">
        <span className="min-w-0">
          {reply.by === null ? (
            <>
              Says it is from{" "}
              {reply.from === null ? "nobody" : <UntrustedText edge>{reply.from}</UntrustedText>}
            </>
          ) : (
            <>
              From <UntrustedText edge>{reply.by}</UntrustedText>
            </>
          )}
          , by {CHANNEL_NAMES[reply.channel]}, <RelativeTime iso={reply.received_at} />
        </span>
        <About reply={reply} />
      </header>
      {reply.subject && (
        <p className="text-sm font-medium">
          <UntrustedText>{reply.subject}</UntrustedText>
        </p>
      )}
      <blockquote className="max-h-60 overflow-y-auto border-l-2 border-line-strong pl-3.5 text-sm">
        <UntrustedText>{reply.text === "" ? "(no words)" : reply.text}</UntrustedText>
      </blockquote>
      <p className="max-w-[68ch] text-sm text-ink-2">
        <UntrustedText>{reply.why}</UntrustedText>
      </p>
      <div className="flex">
        <DismissReply id={reply.id} />
      </div>
    </article>
  );
}

function About({ reply: { question_id: question, action_id: action } }: { reply: UnmatchedReply }) {
  if (question !== null)
    return (
      <Link className="underline" href={questionHref(question)}>
        Question #{question}
      </Link>
    );
  if (action !== null)
    return (
      <Link className="underline" href={`/proposed-actions/${action}`}>
        Proposed action #{action}
      </Link>
    );
  return null;
}
