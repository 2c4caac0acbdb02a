"use client";
import { Icon } from "@/components/ui/icons/icon";
import { type ComponentProps, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Sheet, SheetBody, SheetFooter } from "./sheet";

/** A secret that is shown this once: whole, selectable, with a button that copies it and says so. */
export function SecretOnce({ label, value, text }: { label: string; value: string; text: string }) {
  const code = useRef<HTMLElement>(null);
  const [copied, setCopied] = useState<"copied" | "select" | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied("copied");
    } catch {
      // Without permission to the clipboard: marked, so that one key copies it.
      if (code.current) window.getSelection()?.selectAllChildren(code.current);
      setCopied("select");
    }
  };
  return (
    <div className="grid gap-2 rounded-lg border border-warn/40 bg-warn-soft p-3">
      <p className="text-sm font-medium text-warn">{text}</p>
      <p className="text-xs text-ink-2">{label}</p>
      <code
        ref={code}
        data-testid="secret"
        className="rounded-md border bg-panel px-3 py-2 font-mono text-xs leading-5 break-all select-all"
      >
        {value}
      </code>
      <div className="flex flex-wrap items-center gap-3">
        <Button size="small" onClick={() => void copy()}>
          <Icon name={copied === "copied" ? "check" : "copy"} className="size-4" />
          Copy
        </Button>
        <output className="text-xs text-ink-2">
          {copied === "copied" ? "Copied." : copied === "select" ? "Marked: copy it with your keys." : ""}
        </output>
      </div>
    </div>
  );
}

interface SecretSheetProps extends ComponentProps<typeof SecretOnce> {
  title: string;
  description?: string;
  onClose: () => void;
}

/** Shows a secret this once. Only its button closes the sheet, since nothing brings the secret back. */
export function SecretSheet({ title, description, onClose, ...secret }: SecretSheetProps) {
  return (
    <Sheet onClose={onClose} closable={false} title={title} description={description}>
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
