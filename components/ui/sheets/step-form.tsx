"use client";
import type { FormEvent, ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { SheetBody, SheetFooter } from "./sheet";

export interface StepFormProps {
  press: string;
  /** On the button while the answer is awaited. */
  pressed?: string;
  /** On the button that leaves the form. */
  leave?: string;
  tone?: "solid" | "danger";
  sending?: boolean;
  /** False while what is filled in cannot be sent yet. */
  ready?: boolean;
  /** Gets the values of the fields by their names. */
  onSubmit: (form: FormData) => void;
  onClose: () => void;
  /** Beside the buttons. */
  note?: ReactNode;
  children: ReactNode;
}

/** A form that fills a sheet: its fields, the button that sends it and the one that leaves it. */
export function StepForm({
  press,
  pressed = press,
  leave = "Cancel",
  tone = "solid",
  sending = false,
  ready = true,
  onSubmit,
  onClose,
  note,
  children,
}: StepFormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (ready && !sending) onSubmit(new FormData(event.currentTarget));
  };
  return (
    // The server says what is wrong with a field, in our words and where the field is.
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-col">
      <SheetBody>{children}</SheetBody>
      <SheetFooter>
        <Button type="submit" tone={tone} disabled={sending || !ready}>
          {sending ? pressed : press}
        </Button>
        <Button disabled={sending} onClick={onClose}>
          {leave}
        </Button>
        {note}
      </SheetFooter>
    </form>
  );
}
