"use client";
import type { ComponentProps, KeyboardEvent } from "react";
import { FieldFrame, type FieldWords, fieldAria } from "./field-frame";

interface TextAreaFieldProps extends Omit<ComponentProps<"textarea">, "id">, FieldWords {
  /** Enter sends, Shift and Enter begin a line. */
  onEnter?: (event: KeyboardEvent) => void;
}

/** A labelled text of several lines whose error is read out with it. */
export function TextAreaField({ id, label, hint, error, onEnter, ...rest }: TextAreaFieldProps) {
  const words = { id, label, hint, error };
  return (
    <FieldFrame {...words}>
      <textarea
        {...fieldAria(words)}
        {...(onEnter && {
          onKeyDown: (event: KeyboardEvent) => {
            if (event.key === "Enter" && !event.shiftKey && !event.repeat) onEnter(event);
          },
        })}
        className="rounded-lg border border-line-strong bg-bg px-3 py-2 text-sm aria-invalid:border-bad max-md:text-[16px]"
        {...rest}
      />
    </FieldFrame>
  );
}
