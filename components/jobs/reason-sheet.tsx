"use client";
import { useState } from "react";
import { ReasonField } from "@/components/ui/forms/fields";
import { FormSheet, type FormSheetProps } from "@/components/ui/sheets/form-sheet";
import type { Answered } from "@/lib/http/server-action";
import type { ChangeWords } from "@/lib/view/jobs/job-words";

interface ReasonSheetProps<T> extends Pick<FormSheetProps<T>, "tone" | "done" | "rereads" | "onClose"> {
  words: ChangeWords;
  send: (reason: string) => Promise<Answered<T>>;
}

/** Says what will happen and what will not, and takes the reason that the ledger keeps. */
export function ReasonSheet<T>({ words, send, ...sheet }: ReasonSheetProps<T>) {
  const [reason, setReason] = useState("");
  return (
    <FormSheet
      {...sheet}
      title={words.title}
      press={words.press}
      pressed={words.sending}
      ready={reason.trim() !== ""}
      send={() => send(reason.trim())}
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
