"use client";
import type { FormEvent, ReactNode } from "react";
import type { Asking } from "@/components/ui/forms/use-submission";
import { Button } from "@/components/ui/button";
import { SheetBody, SheetFooter } from "./sheet";
import { Failure } from "@/components/ui/states";

interface SheetFormProps {
  asking: Pick<Asking, "sending" | "failure">;
  /** What did not happen, above the server's sentence. */
  failed: string;
  press: string;
  /** On the button while the answer is awaited. */
  pressed: string;
  tone?: "solid" | "danger";
  /** False while what is filled in cannot be sent yet. */
  ready?: boolean;
  /** What is in the fields, by their names. */
  onSubmit: (form: FormData) => Promise<void>;
  onClose: () => void;
  children: ReactNode;
}

/** The form of a sheet: its fields, why it was refused, the button that sends it once and the one that leaves it. */
export function SheetForm({
  asking: { sending, failure },
  failed,
  press,
  pressed,
  tone = "solid",
  ready = true,
  onSubmit,
  onClose,
  children,
}: SheetFormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (ready) void onSubmit(new FormData(event.currentTarget));
  };
  return (
    // The server says what is wrong with a field, in our words and where the field is.
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-col">
      <SheetBody>
        {children}
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
