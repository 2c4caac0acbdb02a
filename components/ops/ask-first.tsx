"use client";
import { useState, type ReactNode } from "react";
import { announce } from "@/components/shell/announcer";
import { Button } from "@/components/ui/button";
import { Sheet, SheetBody, SheetFooter } from "@/components/ui/sheet";
import { Failure } from "@/components/ui/states";
import type { Problem } from "@/lib/contract/problem";

type Answered<T> = { ok: true; result: T } | { ok: false; problem: Problem };

interface AskFirstProps<T> {
  title: string;
  /** What will happen, in a sentence. */
  sentence: ReactNode;
  confirm: string;
  sending: string;
  act: () => Promise<Answered<T>>;
  /** The server's answer in words; it stays on the page and is read out. */
  onAnswer: (result: T) => string;
  onClose: () => void;
}

/** Says what will happen, waits for the word, sends once, and shows the server's answer before it closes. */
export function AskFirst<T>({ title, sentence, confirm, sending, act, onAnswer, onClose }: AskFirstProps<T>) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const send = async () => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      const answered = await act();
      if (!answered.ok) return setFailure(answered.problem.detail);
      announce(onAnswer(answered.result));
      onClose();
    } catch {
      setFailure("No answer came back. Look at how it stands before you try again.");
    } finally {
      setBusy(false);
    }
  };
  return (
    <Sheet open onOpenChange={onClose} closable={!busy} title={title}>
      <SheetBody>
        <div className="grid gap-3 text-sm text-ink-2">{sentence}</div>
        {failure && <Failure title="Nothing was changed" text={failure} />}
      </SheetBody>
      <SheetFooter>
        <Button tone="solid" disabled={busy} data-focus-first onClick={() => void send()}>
          {busy ? sending : confirm}
        </Button>
        <Button disabled={busy} onClick={onClose}>
          Cancel
        </Button>
      </SheetFooter>
    </Sheet>
  );
}
