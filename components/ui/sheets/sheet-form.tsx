"use client";
import type { FormEvent, ReactNode } from "react";
import { FormSubmission, type Submission } from "@/components/ui/forms/use-submission";
import { Button } from "@/components/ui/button";
import { SheetBody, SheetFooter } from "./sheet";
import { Failure } from "@/components/ui/states";

export interface SheetFormProps {
  submission: Submission;
  /** The heading above the server's refusal: what did not happen. */
  failed: string;
  press: string;
  /** On the button while the answer is awaited. */
  pressed: string;
  tone?: "solid" | "danger";
  /** False while what is filled in cannot be sent yet. */
  ready?: boolean;
  /** Gets the values of the fields by their names. */
  onSubmit: (form: FormData) => Promise<void>;
  onClose: () => void;
  children: ReactNode;
}

/** The form of a sheet: its fields, why it was refused, the button that sends it once and the one that leaves it. */
export function SheetForm({
  submission,
  failed,
  press,
  pressed,
  tone = "solid",
  ready = true,
  onSubmit,
  onClose,
  children,
}: SheetFormProps) {
  const { sending, failure } = submission;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (ready) void onSubmit(new FormData(event.currentTarget));
  };
  return (
    // The server says what is wrong with a field, in our words and where the field is.
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-col">
      <SheetBody>
        <FormSubmission value={submission}>{children}</FormSubmission>
        {failure && <Failure title={failed} text={failure} />}
      </SheetBody>
      <SheetFooter>
        <Button type="submit" tone={tone} disabled={sending || !ready}>
          {sending ? pressed : press}
        </Button>
        <Button disabled={sending} onClick={onClose}>
          Cancel
        </Button>
      </SheetFooter>
    </form>
  );
}
