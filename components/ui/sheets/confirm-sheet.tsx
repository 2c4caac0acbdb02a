"use client";
import type { ReactNode } from "react";
import { useSubmission } from "@/components/ui/forms/use-submission";
import { announce } from "@/components/ui/announcer";
import type { Answered } from "@/lib/http/server-action";
import { Button } from "@/components/ui/button";
import { Sheet, SheetBody, SheetFooter } from "./sheet";
import { Failure } from "@/components/ui/states";

interface ConfirmSheetProps<T> {
  title: string;
  /** Says what will happen. */
  sentence: string;
  /** The subject of it, where that takes more than the sentence. */
  children?: ReactNode;
  press: string;
  /** On the button while the answer is awaited. */
  pressed?: string;
  /** Red for whatever ends or loses something. */
  tone?: "danger" | "solid";
  send: () => Promise<Answered<T>>;
  /** The server's answer in words, which are read out before the sheet closes; null: something else takes its place. */
  onAnswer: (result: T) => string | null;
  onClose: () => void;
}

/** Says what will happen, waits for the word, sends once, and shows nothing as done before the server says so. */
export function ConfirmSheet<T>({
  title,
  sentence,
  children,
  press,
  pressed = "Sending…",
  tone = "solid",
  send,
  onAnswer,
  onClose,
}: ConfirmSheetProps<T>) {
  const submission = useSubmission();
  const { sending, failure } = submission;
  const confirm = async () => {
    const result = await submission.send(send);
    const words = result === null ? null : onAnswer(result);
    if (words === null) return;
    announce(words);
    onClose();
  };
  return (
    <Sheet open onOpenChange={onClose} closable={!sending} title={title} description={sentence}>
      {(children || failure) && (
        <SheetBody>
          {children && <div className="text-sm text-ink-2">{children}</div>}
          {failure && <Failure title="Nothing was changed" text={failure} />}
        </SheetBody>
      )}
      <SheetFooter>
        <Button tone={tone} disabled={sending} data-focus-first onClick={() => void confirm()}>
          {sending ? pressed : press}
        </Button>
        <Button disabled={sending} onClick={onClose}>
          Cancel
        </Button>
      </SheetFooter>
    </Sheet>
  );
}
