"use client";
import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { GuardedButton } from "@/components/ui/hand/guarded-button";
import { useArrival, useGuard } from "@/components/ui/hand/use-guard";
import { GuardedFooter } from "./guarded-footer";
import { SheetBody } from "./sheet";

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
  /** A note beside the buttons. */
  note?: ReactNode;
  /** Names its present content. Other content has to be looked at before a press counts. */
  contentKey?: string;
  /** A question without fields: its button takes the focus, once it can be pressed. */
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
  contentKey = "",
  asks = false,
  children,
}: StepFormProps) {
  // The press that opened it was about something else: a second one of the same rhythm sends nothing.
  const [guard, watch] = useGuard(useArrival(contentKey, "itself", true));
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const isOnDialog = document.activeElement === form.current?.closest("[role=dialog]");
    if (asks && ready && isOnDialog) form.current?.querySelector<HTMLElement>("[data-focus-first]")?.focus();
  }, [asks, ready]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const { submitter } = event.nativeEvent as SubmitEvent;
    // A button that brings a value of its own needs no field.
    const brings = submitter instanceof HTMLButtonElement && submitter.name !== "" ? submitter : null;
    if (brings) data.set(brings.name, brings.value);
    if ((ready || brings) && !sending) guard.press("send", () => onSubmit(data));
  };
  return (
    // The server says what is wrong with a field, in our words and where the field is.
    <form ref={form} onSubmit={submit} noValidate className="flex min-h-0 flex-col tiny:shrink-0">
      {children && <SheetBody>{children}</SheetBody>}
      <GuardedFooter guard={guard} watch={watch}>
        <GuardedButton
          guard={guard}
          name="send"
          waits="seen"
          type="submit"
          tone={tone}
          disabled={sending || !ready}
          {...(asks && { "data-focus-first": true })}
        >
          {sending ? pressed : press}
        </GuardedButton>
        <Button disabled={sending} onClick={onClose}>
          {leave}
        </Button>
        {note}
      </GuardedFooter>
    </form>
  );
}
