"use client";
import { useState } from "react";
import { useAnswer } from "@/components/ui/forms/use-submission";
import { ReasonField } from "@/components/ui/forms/reason-field";
import { Sheet } from "@/components/ui/sheets/sheet";
import { SheetForm } from "@/components/ui/sheets/sheet-form";
import type { Answered } from "@/lib/http/server-action";
import type { ChangeWords } from "@/lib/view/jobs/job-words";

interface ReasonSheetProps<T> {
  words: ChangeWords;
  tone?: "solid" | "danger";
  send: (reason: string) => Promise<Answered<T>>;
  onDone: (result: T) => void;
  onClose: () => void;
}

/** Says what will happen and what will not, and takes the reason that the ledger keeps. */
export function ReasonSheet<T>({ words, tone = "solid", send, onDone, onClose }: ReasonSheetProps<T>) {
  const asking = useAnswer(["reason"]);
  const [reason, setReason] = useState("");
  const submit = async () => {
    const result = await asking.ask(() => send(reason.trim()));
    if (result !== null) onDone(result);
  };
  return (
    <Sheet open onOpenChange={onClose} closable={!asking.sending} title={words.title}>
      <SheetForm
        asking={asking}
        failed="Nothing was changed"
        press={words.press}
        pressed={words.sending}
        tone={tone}
        ready={reason.trim() !== ""}
        onSubmit={submit}
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
          error={asking.errorOf("reason")}
          value={reason}
          disabled={asking.sending}
          data-focus-first
          onReason={setReason}
        />
      </SheetForm>
    </Sheet>
  );
}
