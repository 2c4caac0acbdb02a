import type { ReactNode } from "react";

export interface FieldWords {
  id: string;
  label: string;
  hint?: string | undefined;
  error?: string | null | undefined;
}

/** How text fields and choices look alike. */
export const FIELD_LOOK =
  "min-h-10 rounded-lg border border-line-strong bg-bg px-3 text-sm aria-invalid:border-bad max-md:min-h-11 max-md:text-[16px]";

/** The attributes that tie a field to its hint and error, so that they are read out with it. */
export function fieldAria({ id, hint, error }: FieldWords) {
  const described = [hint ? `${id}-hint` : null, error ? `${id}-error` : null].filter(Boolean).join(" ");
  return {
    id,
    "aria-describedby": described || undefined,
    "aria-invalid": error ? true : undefined,
  };
}

/** A field between its label and its hint and error. */
export function FieldFrame({ id, label, hint, error, children }: FieldWords & { children: ReactNode }) {
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
