"use client";
import { Dialog } from "radix-ui";
import { Icon } from "@/components/ui/icons/icon";
import { useRef, type ReactNode, type Ref } from "react";
import { cn } from "@/components/ui/cn";
import { useCountedClosing } from "@/components/ui/hand/closings";

interface SheetProps {
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
  /** False while an answer is awaited: closing then would hide what happens. */
  closable?: boolean;
  wide?: boolean;
  /** It stands over another sheet, which stays open. */
  over?: boolean;
}

/**
 * The field that one came for, where a dialog names one; else its first control. The dialog itself keeps the focus for a button
 * that cannot be pressed yet: on its cross, Enter would close the question that it was meant to answer.
 */
function focusFirst(event: Event): void {
  const dialog = event.target as HTMLElement;
  const field = dialog.querySelector<HTMLElement>("[data-focus-first]");
  if (!field) return;
  event.preventDefault();
  (field.matches(":disabled") ? dialog : field).focus();
}

/** A dialog: in the middle on a desk, at the thumb on a phone. Focus goes in, stays in and comes back. */
export function Sheet({
  onClose,
  title,
  description,
  children,
  closable = true,
  wide = false,
  over = false,
}: SheetProps) {
  useCountedClosing();
  const hold = (event: Event) => {
    if (!closable) event.preventDefault();
  };
  // Our dialogs have no trigger of Radix', which alone would get the focus back.
  const opener = useRef<Element | null>(null);
  const remember = (event: Event) => {
    opener.current = document.activeElement;
    focusFirst(event);
  };
  const giveBack = (event: Event) => {
    event.preventDefault();
    // The sheet below knows itself where the focus was.
    if (over) return;
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && closable && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={cn("fixed inset-0 bg-shade", over ? "z-60" : "z-40")} />
        <Dialog.Content
          onEscapeKeyDown={hold}
          onPointerDownOutside={hold}
          onOpenAutoFocus={remember}
          onCloseAutoFocus={giveBack}
          {...(description ? {} : { "aria-describedby": undefined })}
          className={cn(
            "opens fixed flex flex-col overflow-y-auto overscroll-contain bg-panel shadow-float outline-none",
            "max-md:inset-x-0 max-md:bottom-0 max-md:max-h-[92dvh] max-md:rounded-t-2xl max-md:pb-[env(safe-area-inset-bottom)]",
            "md:inset-0 md:m-auto md:h-fit md:max-h-[86dvh] md:rounded-xl",
            "short:max-h-[calc(100dvh-12px)]!",
            over ? "z-70" : "z-50",
            wide ? "md:w-[min(720px,calc(100vw-32px))]" : "md:w-[min(520px,calc(100vw-32px))]",
          )}
        >
          <div className="flex shrink-0 items-start gap-3 border-b px-5 pt-4 pb-3 short:py-1.5">
            <div className="grid min-w-0 flex-1 gap-0.5 break-words short:flex short:flex-wrap short:items-baseline short:gap-x-3 short:self-center">
              <Dialog.Title className="text-[16px] leading-6 font-semibold tracking-tight">
                {title}
              </Dialog.Title>
              {description && (
                <Dialog.Description className="text-sm text-ink-2">{description}</Dialog.Description>
              )}
            </div>
            <Dialog.Close
              disabled={!closable}
              aria-label="Close"
              className="-mr-2 grid size-8 shrink-0 place-items-center rounded-md text-ink-3 hover:bg-sunken hover:text-ink disabled:opacity-40 max-md:size-11"
            >
              <Icon name="x" className="size-4" />
            </Dialog.Close>
          </div>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/**
 * The part that scrolls. Its rows are as high as their content: rows that shrink would cut a box that hides its overflow, and
 * nothing would be left to scroll.
 */
export const SHEET_SCROLLER =
  "relative grid min-h-0 auto-rows-max grid-cols-1 gap-4 overflow-y-auto overscroll-contain px-5 py-4 -outline-offset-2 short:py-3 tiny:shrink-0 tiny:overflow-visible!";

export function SheetBody({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={cn(SHEET_SCROLLER, className)}>{children}</div>;
}

interface SheetFooterProps {
  children: ReactNode;
  ref?: Ref<HTMLDivElement>;
}

export function SheetFooter({ children, ref }: SheetFooterProps) {
  return (
    <div
      ref={ref}
      className="flex shrink-0 flex-wrap items-center gap-2.5 border-t px-5 py-3 short:py-2 max-md:[&>button]:flex-1"
    >
      {children}
    </div>
  );
}
