"use client";
import { useAnswer } from "@/components/data/use-answer";
import type { Answered } from "@/lib/http/server-action";
import { Button } from "./button";
import { Sheet, SheetBody, SheetFooter } from "./sheet";
import { Failure } from "./states";

interface ConfirmSheetProps<T> {
  title: string;
  /** What will happen, in a sentence. */
  sentence: string;
  press: string;
  send: () => Promise<Answered<T>>;
  onDone: (result: T) => void;
  onClose: () => void;
}

/** Asks once more before something is ended, and waits for the server before anything is shown. */
export function ConfirmSheet<T>({ title, sentence, press, send, onDone, onClose }: ConfirmSheetProps<T>) {
  const { sending, failure, ask } = useAnswer();
  const confirm = async () => {
    const result = await ask(send);
    if (result !== null) onDone(result);
  };
  return (
    <Sheet open onOpenChange={onClose} closable={!sending} title={title} description={sentence}>
      {failure && (
        <SheetBody>
          <Failure title="Nothing was changed" text={failure} />
        </SheetBody>
      )}
      <SheetFooter>
        <Button tone="danger" disabled={sending} data-focus-first onClick={() => void confirm()}>
          {sending ? "Sending…" : press}
        </Button>
        <Button disabled={sending} onClick={onClose}>
          Cancel
        </Button>
      </SheetFooter>
    </Sheet>
  );
}
