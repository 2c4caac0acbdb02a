"use client";
import type { ButtonProps } from "@/components/ui/button";
import { lazyDialog } from "@/components/ui/sheets/lazy-dialog";
import { DialogButton } from "./dialog-button";
import type { FormSheet, FormSheetProps } from "./form-sheet";

/** A question whose code comes with the first press: a reader of the page does without it. */
export const LazyFormSheet = lazyDialog(() =>
  import("./form-sheet").then((module) => module.FormSheet),
) as typeof FormSheet;

interface ConfirmButtonProps<T> extends Omit<FormSheetProps<T>, "onClose"> {
  /** On the button; its dots say that a question follows. */
  label: string;
  size?: ButtonProps["size"];
  "aria-label"?: string;
  onOpen?: (open: boolean) => void;
}

export function ConfirmButton<T>({
  label,
  size,
  "aria-label": ariaLabel,
  onOpen,
  ...sheet
}: ConfirmButtonProps<T>) {
  return (
    <DialogButton
      size={size}
      onOpen={onOpen}
      aria-label={ariaLabel}
      renderDialog={(onClose) => <LazyFormSheet asks {...sheet} onClose={onClose} />}
    >
      {label}
    </DialogButton>
  );
}
