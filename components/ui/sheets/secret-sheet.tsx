"use client";
import type { ComponentProps } from "react";
import { Button } from "@/components/ui/button";
import { SecretOnce } from "./secret-once";
import { Sheet, SheetBody, SheetFooter } from "./sheet";

interface SecretSheetProps extends ComponentProps<typeof SecretOnce> {
  title: string;
  description?: string;
  onClose: () => void;
}

/** Shows a secret this once; only the word that it was copied closes it, since nothing brings it back. */
export function SecretSheet({ title, description, onClose, ...secret }: SecretSheetProps) {
  return (
    <Sheet
      open
      onOpenChange={onClose}
      closable={false}
      title={title}
      {...(description === undefined ? {} : { description })}
    >
      <SheetBody>
        <SecretOnce {...secret} />
      </SheetBody>
      <SheetFooter>
        <Button tone="solid" onClick={onClose}>
          I have copied it
        </Button>
      </SheetFooter>
    </Sheet>
  );
}
