"use client";
import type { FormEvent, ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { SheetBody, SheetFooter } from "./sheet";

export interface StepFormProps {
  press: string;
  /** On the button while the answer is awaited. */
  pressed?: string;
  /** On the button that closes the form. */
  leave?: string;
  tone?: "solid" | "danger";
  sending?: boolean;
  /** False while its fields cannot be sent yet. */
  ready?: boolean;
  onSubmit: (form: FormData) => void;
  onClose: () => void;
  /** Beside the buttons. */
  note?: ReactNode;
  /** A question without fields: its button takes the focus. */
  asks?: boolean;
  children?: ReactNode;
}

/** A form that fills a sheet: its fields, the button that sends it and the one that closes it. */
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
  asks = false,
  children,
}: StepFormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (ready && !sending) onSubmit(new FormData(event.currentTarget));
  };
  return (
    // The server says what is wrong with a field, in our words and where the field is.
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-col tiny:shrink-0">
      {children && <SheetBody>{children}</SheetBody>}
      <SheetFooter>
        <Button
          type="submit"
          tone={tone}
          disabled={sending || !ready}
          {...(asks && { "data-focus-first": true })}
        >
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
