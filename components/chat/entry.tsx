"use client";
import { memo } from "react";
import { Mark } from "@/components/ui/icons/mark";
import { UntrustedText } from "@/components/ui/untrusted-text";
import { cn } from "@/components/ui/cn";
import type { Entry } from "@/lib/view/chat/replay";
import { ProposalCard } from "./proposal-card";
import { ToolCall } from "./tool-call";

/** One message: the viewer's question, the agent's sentence, or a call with its answer. */
export const EntryView = memo(function EntryView({ entry, follows }: { entry: Entry; follows: boolean }) {
  if (entry.kind === "question") {
    return (
      <p className="opens ml-auto w-fit max-w-[85%] rounded-[14px] rounded-br-[4px] bg-solid px-3.5 py-2 text-[15px] leading-6 text-on-solid">
        <span className="sr-only">You: </span>
        {entry.text}
      </p>
    );
  }
  if (entry.kind === "sentence") {
    return (
      <div data-state="open" className="opens flex items-start gap-3">
        <Mark className={cn("mt-0.5 max-md:hidden", follows && "invisible")} />
        <p className="min-w-0 flex-1 text-[15px] leading-6 text-pretty break-words">
          <span className="sr-only">Agent: </span>
          <UntrustedText>{entry.text}</UntrustedText>
        </p>
      </div>
    );
  }
  if (entry.kind === "version") {
    return (
      <div data-state="open" className="opens pl-[34px] max-md:pl-0">
        <ProposalCard own={entry.own} />
      </div>
    );
  }
  return (
    <div data-state="open" className="opens grid grid-cols-[minmax(0,1fr)] gap-2.5 pl-[34px] max-md:pl-0">
      <ToolCall entry={entry} />
      {entry.answer?.ok && <ProposalCard own={entry.answer.own} />}
    </div>
  );
});

/** The agent is about to say something; said to nobody, the message itself is. */
export function Typing() {
  return (
    <div aria-hidden className="flex h-6 items-center gap-1 pl-[34px] max-md:pl-0">
      {[0, 1, 2].map((dot) => (
        <span
          key={dot}
          style={{ animationDelay: `${dot * 160}ms` }}
          className="size-1.5 animate-pulse rounded-full bg-ink-3"
        />
      ))}
    </div>
  );
}
