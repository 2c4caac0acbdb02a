"use client";
import type { ComponentProps } from "react";
import { ReasonSheet } from "@/components/ui/sheets/reason-sheet";
import type { ChangeWords } from "@/lib/view/jobs/job-words";

type SheetProps = Omit<
  ComponentProps<typeof ReasonSheet>,
  "title" | "hint" | "press" | "pressed" | "children"
>;

/** Says what the change of a job will do and what it will not, and asks why. */
export function JobSheet({ words, ...sheet }: SheetProps & { words: ChangeWords }) {
  return (
    <ReasonSheet
      {...sheet}
      title={words.title}
      hint="It is kept in the ledger, with your name."
      press={words.press}
      pressed={words.sending}
    >
      <div className="grid gap-2 text-sm text-ink-2">
        {words.sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
    </ReasonSheet>
  );
}
