"use client";
import type { ComponentProps } from "react";
import { FieldFrame, type FieldWords, fieldAria } from "./field-frame";

interface TextAreaFieldProps extends Omit<ComponentProps<"textarea">, "id">, FieldWords {
  /** Enter sends the form around it, Shift and Enter begin a line. */
  sendsOnEnter?: boolean;
}

/** A labelled text of several lines whose error is read out with it. */
export function TextAreaField({ id, label, hint, error, sendsOnEnter = false, ...rest }: TextAreaFieldProps) {
  const words = { id, label, hint, error };
  return (
    <FieldFrame {...words}>
      <textarea
        {...fieldAria(words)}
        onKeyDown={(event) => {
          if (!sendsOnEnter || event.key !== "Enter" || event.shiftKey || event.repeat) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
        className="rounded-lg border border-line-strong bg-bg px-3 py-2 text-sm aria-invalid:border-bad max-md:text-[16px]"
        {...rest}
      />
    </FieldFrame>
  );
}
