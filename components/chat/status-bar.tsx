"use client";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import type { Next } from "@/lib/view/chat/replay";
import { actionHref } from "@/lib/view/views";

interface StatusBarProps {
  next: Next;
  /** Messages are still coming, or a call is on its way. */
  busy: boolean;
  /** The conversation was begun elsewhere, and its next call waits for the viewer's word. */
  stopped: boolean;
  unanswered: boolean;
  mayTryAgain: boolean;
  onGo: () => void;
  onTryAgain: () => void;
  onLeave: () => void;
}

/** Where one would type: what the conversation waits for, and the one thing to do about it. */
export function StatusBar(props: StatusBarProps) {
  return (
    <div data-testid="chat-status" className="shrink-0 border-t bg-panel">
      <div className="mx-auto flex min-h-[62px] max-w-[720px] items-center gap-3 px-7 py-2.5 max-md:px-4">
        <p className="min-w-0 flex-1 text-sm text-ink-2">{wordsOf(props)}</p>
        <Doing {...props} />
      </div>
    </div>
  );
}

function wordsOf({ next, busy, stopped, unanswered, mayTryAgain }: StatusBarProps): string {
  if (unanswered) return "No answer came back. Trying again proposes it only once.";
  if (stopped) return "This conversation began elsewhere. Go on when you like.";
  if (busy) return "The agent is at it…";
  if (next.kind === "wait") {
    const { id } = next.own.proposal;
    return next.until === "decided" ? `Waits for a decision on #${id}.` : `#${id} is on its way to NetSuite.`;
  }
  if (mayTryAgain) return "A call was refused for a reason that may pass.";
  return "The script has ended.";
}

function Doing(props: StatusBarProps) {
  const { next, busy, stopped, unanswered, mayTryAgain } = props;
  if (stopped)
    return (
      <Button tone="solid" onClick={props.onGo}>
        Go on
      </Button>
    );
  if (unanswered || (!busy && mayTryAgain && next.kind === "done")) {
    return <Button onClick={props.onTryAgain}>Try again</Button>;
  }
  if (busy) return null;
  if (next.kind === "wait" && next.until === "decided") {
    return (
      <Link
        href={actionHref(next.own.proposal.id)}
        className="inline-flex min-h-[38px] shrink-0 items-center rounded-lg px-2 text-sm font-medium text-accent underline-offset-2 hover:underline max-md:min-h-11"
      >
        Open in the inbox
      </Link>
    );
  }
  return next.kind === "done" ? <Button onClick={props.onLeave}>Start another</Button> : null;
}
