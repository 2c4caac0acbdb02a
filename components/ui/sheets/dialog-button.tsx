"use client";
import { type ReactNode, useState } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";

interface DialogButtonProps extends Omit<ButtonProps, "onClick"> {
  renderDialog: (onClose: () => void) => ReactNode;
}

export function DialogButton({ renderDialog, ...button }: DialogButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)} />
      {open && renderDialog(() => setOpen(false))}
    </>
  );
}
