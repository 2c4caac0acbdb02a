"use client";
import { useState } from "react";
import { useAnswer } from "@/components/data/use-answer";
import { Sheet } from "@/components/ui/sheet";
import { SheetForm } from "@/components/ui/sheet-form";
import { TextField } from "@/components/ui/text-field";
import type { Answered } from "@/lib/http/server-action";
import type { ChangeWords } from "@/lib/view/runs";

const reasonLengthMax = 500;

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
        <TextField
          id="run-reason"
          label="Reason"
          hint="It is kept in the ledger, with your name."
          error={asking.errorOf("reason")}
          value={reason}
          maxLength={reasonLengthMax}
          disabled={asking.sending}
          data-focus-first
          onChange={(event) => setReason(event.target.value)}
        />
      </SheetForm>
    </Sheet>
  );
}
