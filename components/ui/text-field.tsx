"use client";
import type { ComponentProps } from "react";
import { cn } from "./cn";

interface TextFieldProps extends ComponentProps<"input"> {
  id: string;
  label: string;
  hint?: string;
  error?: string | null;
  mono?: boolean;
}

/** A labelled input whose hint and error are read out with it. */
export function TextField({ id, label, hint, error, mono = false, className, ...rest }: TextFieldProps) {
  const described = [hint ? `${id}-hint` : null, error ? `${id}-error` : null].filter(Boolean).join(" ");
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <input
        id={id}
        aria-describedby={described || undefined}
        aria-invalid={error ? true : undefined}
        className={cn(
          "min-h-10 rounded-lg border border-line-strong bg-bg px-3 text-sm aria-invalid:border-bad max-md:min-h-11 max-md:text-[16px]",
          mono && "font-mono tracking-wide",
          className,
        )}
        {...rest}
      />
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
