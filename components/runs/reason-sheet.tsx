"use client";
import { useState, type FormEvent } from "react";
import { useAnswer } from "@/components/data/use-answer";
import { Button } from "@/components/ui/button";
import { Sheet, SheetBody, SheetFooter } from "@/components/ui/sheet";
import { Failure } from "@/components/ui/states";
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

/** Says what will happen and what will not, takes a reason, sends once, and shows the server's answer before it closes. */
export function ReasonSheet<T>({ words, tone = "solid", send, onDone, onClose }: ReasonSheetProps<T>) {
  const { sending, failure, errorOf, ask } = useAnswer(["reason"]);
  const [reason, setReason] = useState("");
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() === "") return;
    const result = await ask(() => send(reason.trim()));
    if (result !== null) onDone(result);
  };
  return (
    <Sheet open onOpenChange={onClose} closable={!sending} title={words.title}>
      <form onSubmit={(event) => void submit(event)} className="flex min-h-0 flex-col">
        <SheetBody>
          <div className="grid gap-2 text-sm text-ink-2">
            {words.sentences.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </div>
          <TextField
            id="run-reason"
            label="Reason"
            hint="It is kept in the ledger, with your name."
            error={errorOf("reason")}
            value={reason}
            maxLength={reasonLengthMax}
            disabled={sending}
            data-focus-first
            onChange={(event) => setReason(event.target.value)}
          />
          {failure && <Failure title="Nothing was changed" text={failure} />}
        </SheetBody>
        <SheetFooter>
          <Button type="submit" tone={tone} disabled={sending || reason.trim() === ""}>
            {sending ? words.sending : words.press}
          </Button>
          <Button disabled={sending} onClick={onClose}>
            Cancel
          </Button>
        </SheetFooter>
      </form>
    </Sheet>
  );
}
