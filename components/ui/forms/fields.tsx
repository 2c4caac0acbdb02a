"use client";
import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import { cn } from "@/components/ui/cn";
import { useFormField } from "./use-submission";

/** Labelled fields. Their hints and errors are read out with them. */

interface FieldWords {
  id: string;
  label: string;
  hint?: string | undefined;
  error?: string | null | undefined;
}

const look =
  "min-h-10 rounded-lg border border-line-strong bg-bg px-3 text-sm aria-invalid:border-bad max-md:min-h-11 max-md:text-[16px]";

/** The attributes that tie a field to its hint and error. */
function fieldAria({ id, hint, error }: FieldWords) {
  const described = [hint ? `${id}-hint` : null, error ? `${id}-error` : null].filter(Boolean).join(" ");
  return { id, "aria-describedby": described || undefined, "aria-invalid": error ? true : undefined };
}

/** A field between its label and its hint and error. */
function FieldFrame({ id, label, hint, error, children }: FieldWords & { children: ReactNode }) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children}
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
    </div>
  );
}

interface TextFieldProps extends Omit<ComponentProps<"input">, "id">, FieldWords {
  mono?: boolean;
}

export function TextField({ id, label, hint, error, mono = false, className, ...rest }: TextFieldProps) {
  const field = useFormField({ name: rest.name, error, disabled: rest.disabled });
  const words = { id, label, hint, error: field.error };
  return (
    <FieldFrame {...words}>
      <input
        {...fieldAria(words)}
        className={cn(look, mono && "font-mono tracking-wide", className)}
        {...rest}
        disabled={field.disabled}
      />
    </FieldFrame>
  );
}

interface SelectFieldProps extends Omit<ComponentProps<"select">, "id">, FieldWords {
  options: readonly { value: string; name: string }[];
}

export function SelectField({ id, label, hint, error, options, className, ...rest }: SelectFieldProps) {
  const field = useFormField({ name: rest.name, error, disabled: rest.disabled });
  const words = { id, label, hint, error: field.error };
  return (
    <FieldFrame {...words}>
      <select {...fieldAria(words)} className={cn(look, className)} {...rest} disabled={field.disabled}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

interface TextAreaFieldProps extends Omit<ComponentProps<"textarea">, "id">, FieldWords {
  /** Enter sends the form around it, Shift and Enter begin a line. */
  sendsOnEnter?: boolean;
}

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

const reasonLengthMax = 500;

interface ReasonFieldProps extends Omit<TextFieldProps, "label" | "name" | "maxLength" | "onChange"> {
  onReason: (reason: string) => void;
}

/** The reason that the ledger keeps with a change. */
export function ReasonField({ onReason, ...field }: ReasonFieldProps) {
  return (
    <TextField
      {...field}
      name="reason"
      label="Reason"
      maxLength={reasonLengthMax}
      onChange={(event) => onReason(event.target.value)}
    />
  );
}

/** For the field of a further step: it takes the focus from the step before. */
export function useFocusFirst() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return field;
}
