"use client";
import { type ComponentProps, useState } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";
import type { ConfirmSheet } from "./confirm-sheet";
import { LazyConfirmSheet } from "./lazy-confirm-sheet";

type SheetProps<T> = Omit<ComponentProps<typeof ConfirmSheet<T>>, "onClose">;

interface ConfirmButtonProps<T> extends SheetProps<T> {
  /** On the button; its dots say that a question follows. */
  label: string;
  size?: ButtonProps["size"];
  "aria-label"?: string;
}

/** A button whose press leads to a question first. */
export function ConfirmButton<T>({ label, size, "aria-label": ariaLabel, ...sheet }: ConfirmButtonProps<T>) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size={size} aria-label={ariaLabel} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && <LazyConfirmSheet {...sheet} onClose={() => setOpen(false)} />}
    </>
  );
}
