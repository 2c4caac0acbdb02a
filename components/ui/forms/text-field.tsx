"use client";
import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from "react";
import { cn } from "@/components/ui/cn";
import { useFormField } from "./form-field";

/** A labelled field, whose hint and error are read out with it. The sign-in page needs no other kind. */

export interface FieldWords {
  /** A field makes its own. */
  id?: never;
  /** A text from outside comes as UntrustedText. */
  label: ReactNode;
  hint?: ReactNode;
  error?: string | null | undefined;
}

type IdentifiedField = Omit<FieldWords, "id"> & { id: string };

export const FIELD_LOOK =
  "min-h-10 rounded-lg border border-line-strong bg-bg px-3 text-sm aria-invalid:border-bad max-md:min-h-11 max-md:text-[16px]";

/** The attributes that tie a field to its hint and error. */
export function fieldAria({ id, hint, error }: Omit<IdentifiedField, "label">) {
  const described = [hint ? `${id}-hint` : null, error ? `${id}-error` : null].filter(Boolean).join(" ");
  return { id, "aria-describedby": described || undefined, "aria-invalid": error ? true : undefined };
}

/** A field's hint and error, below it. */
export function FieldNotes({ id, hint, error }: Omit<IdentifiedField, "label">) {
  return (
    <>
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-ink-3">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-xs font-medium text-bad">
          {error}
        </p>
      )}
    </>
  );
}

/** A field between its label and its hint and error. */
export function FieldFrame({ id, label, hint, error, children }: IdentifiedField & { children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children}
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
}

interface TextFieldProps extends Omit<ComponentProps<"input">, "id">, FieldWords {
  mono?: boolean;
}

export function TextField({ label, hint, error, mono = false, className, ...rest }: TextFieldProps) {
  const field = useFormField({ name: rest.name, error, disabled: rest.disabled });
  const words = { id: useId(), label, hint, error: field.error };
  return (
    <FieldFrame {...words}>
      <input
        {...fieldAria(words)}
        autoComplete="off"
        className={cn(FIELD_LOOK, mono && "font-mono tracking-wide", className)}
        {...rest}
        disabled={field.disabled}
      />
    </FieldFrame>
  );
}

/** For the field of a further step: it takes the focus from the step before. */
export function useFocusFirst() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return field;
}
