"use client";
import { useState } from "react";
import { useSubmission } from "@/components/ui/forms/use-submission";
import type { Answered } from "@/lib/http/server-action";
import { Sheet } from "./sheet";
import { SheetForm, type SheetFormProps } from "./sheet-form";

interface FormSheetProps<T> extends Omit<SheetFormProps, "submission" | "onSubmit"> {
  title: string;
  description?: string;
  send: (form: FormData) => Promise<Answered<T>>;
  /** Gets the server's answer; a refusal stays in the sheet, at the field that it names. */
  onDone: (result: T) => void;
}

/** A form in a sheet, which stays open while its answer is awaited. */
export function FormSheet<T>({ title, description, send, onDone, ...form }: FormSheetProps<T>) {
  const [fields, setFields] = useState<string[]>([]);
  const submission = useSubmission(fields);
  const submit = async (data: FormData) => {
    setFields([...data.keys()]);
    const result = await submission.send(() => send(data));
    if (result !== null) onDone(result);
  };
  return (
    <Sheet
      open
      onOpenChange={form.onClose}
      closable={!submission.sending}
      title={title}
      {...(description === undefined ? {} : { description })}
    >
      <SheetForm {...form} submission={submission} onSubmit={(data) => void submit(data)} />
    </Sheet>
  );
}
