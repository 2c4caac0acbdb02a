"use client";
import { type ReactNode, useState } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";

interface DialogButtonProps extends Omit<ButtonProps, "onClick"> {
  dialog: (onClose: () => void) => ReactNode;
}

/** A button whose press opens a dialog. */
export function DialogButton({ dialog, ...button }: DialogButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)} />
      {open && dialog(() => setOpen(false))}
    </>
  );
}
