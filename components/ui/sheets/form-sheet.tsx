"use client";
import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { announce } from "@/components/ui/announcer";
import { FormSubmission } from "@/components/ui/forms/form-field";
import { useFocusKept } from "@/components/ui/forms/use-focus-kept";
import { useSubmission } from "@/components/ui/forms/use-submission";
import { Failure } from "@/components/ui/failure";
import type { OperationResult } from "@/lib/http/server-action";
import { Sheet } from "./sheet";
import { StepForm, type StepFormProps } from "./step-form";

export interface FormSheetProps<T> extends Omit<StepFormProps, "sending" | "onSubmit"> {
  title: string;
  description?: ReactNode;
  /** The heading above the server's refusal; null: the refusal says it all. */
  failed?: string | null;
  /** Null: another request for the same thing is on its way. */
  send: (form: FormData) => Promise<OperationResult<T> | null>;
  /** The outcome in words, which are read out before the sheet closes; empty: they were read out. Null keeps it open. */
  done: (result: T) => string | null;
  /** Takes the sheet's place after the outcome, such as a new secret. */
  renderNext?: (result: T) => ReactNode;
  /** The server's part of the page is read again after the outcome. */
  refreshes?: boolean;
  /** The queries that are read again after the outcome. */
  rereads?: readonly QueryKey[];
}

/**
 * A question or a form in a sheet. It is sent once, stays open while its answer is awaited, and shows nothing as done before
 * the server says so. A refusal stays in the sheet, at the field that it names.
 */
export function FormSheet<T>({
  title,
  description,
  failed = "Nothing was changed",
  pressed = "Sending…",
  send,
  done,
  renderNext,
  refreshes = false,
  rereads = [],
  children,
  ...form
}: FormSheetProps<T>) {
  const router = useRouter();
  const queries = useQueryClient();
  const [after, setAfter] = useState<ReactNode>(null);
  const submission = useSubmission();
  const { sending, failure } = submission;
  const keepFocus = useFocusKept(sending);
  const submit = async (data: FormData) => {
    keepFocus();
    const result = await submission.send(() => send(data), data);
    if (result === null) return;
    const words = done(result);
    if (refreshes) router.refresh();
    for (const queryKey of rereads) void queries.invalidateQueries({ queryKey });
    if (words === null) return;
    if (words) announce(words);
    const following = renderNext?.(result);
    if (following) setAfter(following);
    else form.onClose();
  };
  if (after) return after;
  return (
    <Sheet onClose={form.onClose} closable={!sending} title={title} description={description}>
      <StepForm {...form} pressed={pressed} sending={sending} onSubmit={(data) => void submit(data)}>
        {(children || failure) && (
          <>
            <FormSubmission value={submission}>{children}</FormSubmission>
            {failure && <SheetFailure title={failed} text={failure} />}
          </>
        )}
      </StepForm>
    </Sheet>
  );
}

/** One function for every rendering: another one would be called at each key that is typed. */
const bringIntoView = (box: HTMLElement | null) => box?.scrollIntoView({ block: "nearest" });

/** A refusal in a sheet, brought into view: in a low window the fields leave no room for it. */
export function SheetFailure(failure: { title: string | null; text: string }) {
  return (
    <div ref={bringIntoView}>
      <Failure {...failure} />
    </div>
  );
}
