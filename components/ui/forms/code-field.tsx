"use client";
import type { Ref } from "react";
import { TextField } from "./text-field";

export const CODE_LENGTH = 6;

interface CodeFieldProps {
  value: string;
  onChange: (digits: string) => void;
  label?: string;
  hint?: string;
  error?: string | null;
  disabled?: boolean;
  readOnly?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** The six digits of an authenticator app. Whatever else is typed or pasted falls away. */
export function CodeField({
  value,
  onChange,
  label = "Six-digit code",
  hint = "From your authenticator app.",
  ...rest
}: CodeFieldProps) {
  return (
    <TextField
      label={label}
      hint={hint}
      value={value}
      onChange={(event) => onChange(event.target.value.replaceAll(/\D/g, "").slice(0, CODE_LENGTH))}
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      data-focus-first
      mono
      {...rest}
    />
  );
}
