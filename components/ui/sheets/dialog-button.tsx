"use client";
import { type ReactNode, useState } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";

interface DialogButtonProps extends Omit<ButtonProps, "onClick"> {
  renderDialog: (onClose: () => void) => ReactNode;
  /** Hears that the dialog is there, and that it has closed. */
  onOpen?: ((open: boolean) => void) | undefined;
}

export function DialogButton({ renderDialog, onOpen, ...button }: DialogButtonProps) {
  const [open, setOpen] = useState(false);
  const turn = (to: boolean) => {
    setOpen(to);
    onOpen?.(to);
  };
  return (
    <>
      <Button opens {...button} onClick={() => turn(true)} />
      {open && renderDialog(() => turn(false))}
    </>
  );
}
