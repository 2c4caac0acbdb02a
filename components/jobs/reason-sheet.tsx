"use client";
import { useState } from "react";
import { ReasonField } from "@/components/ui/forms/reason-field";
import type { Answered } from "@/lib/http/server-action";
import type { ChangeWords } from "@/lib/view/jobs/job-words";
import { FormSheet } from "@/components/ui/sheets/form-sheet";

interface ReasonSheetProps<T> {
  words: ChangeWords;
  tone?: "solid" | "danger";
  send: (reason: string) => Promise<Answered<T>>;
  onDone: (result: T) => void;
  onClose: () => void;
}

/** Says what will happen and what will not, and takes the reason that the ledger keeps. */
export function ReasonSheet<T>({ words, tone = "solid", send, onDone, onClose }: ReasonSheetProps<T>) {
  const [reason, setReason] = useState("");
  return (
    <FormSheet
      title={words.title}
      failed="Nothing was changed"
      press={words.press}
      pressed={words.sending}
      tone={tone}
      ready={reason.trim() !== ""}
      send={() => send(reason.trim())}
      onDone={onDone}
      onClose={onClose}
    >
      <div className="grid gap-2 text-sm text-ink-2">
        {words.sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <ReasonField
        id="job-reason"
        hint="It is kept in the ledger, with your name."
        value={reason}
        data-focus-first
        onReason={setReason}
      />
    </FormSheet>
  );
}
