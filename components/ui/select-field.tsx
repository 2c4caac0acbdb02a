"use client";
import type { ComponentProps } from "react";
import { cn } from "./cn";

interface SelectFieldProps extends ComponentProps<"select"> {
  id: string;
  label: string;
  hint?: string;
  error?: string | null;
  options: readonly { value: string; name: string }[];
}

/** A labelled choice whose hint and error are read out with it. */
export function SelectField({ id, label, hint, error, options, className, ...rest }: SelectFieldProps) {
  const described = [hint ? `${id}-hint` : null, error ? `${id}-error` : null].filter(Boolean).join(" ");
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <select
        id={id}
        aria-describedby={described || undefined}
        aria-invalid={error ? true : undefined}
        className={cn(
          "min-h-10 rounded-lg border border-line-strong bg-bg px-3 text-sm aria-invalid:border-bad max-md:min-h-11 max-md:text-[16px]",
          className,
        )}
        {...rest}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
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
