import type { ComponentProps, ReactNode, Ref } from "react";
import { cn } from "@/components/ui/cn";

interface ActionBarProps {
  ref?: Ref<HTMLDivElement>;
  testId: string;
  /** Null where nothing can be pressed. */
  buttons: ReactNode;
  /** They say the effect of the buttons, or the answer to one. */
  words: ComponentProps<"div">;
}

/** The foot of an action's page: buttons beside their words, or below them where the pane is narrow. No button leaves the pane. */
export function ActionBar({ ref, testId, buttons, words }: ActionBarProps) {
  return (
    <div
      ref={ref}
      data-testid={testId}
      data-watched
      className="@container relative shrink-0 border-t bg-panel px-7 pt-3 pb-[max(12px,env(safe-area-inset-bottom))] max-md:px-4 short:pt-2 short:pb-[max(8px,env(safe-area-inset-bottom))]"
    >
      <div className="flex flex-col-reverse gap-2 short:gap-1 @2xl:flex-row @2xl:items-center @2xl:gap-2.5">
        {buttons && (
          <div className="flex flex-wrap gap-2.5 max-md:gap-2 max-md:[&>button]:min-h-12! max-md:[&>button]:flex-1 @max-2xl:[&_kbd]:hidden @2xl:shrink-0 @2xl:self-end">
            {buttons}
          </div>
        )}
        <div {...words} className={cn("min-w-0 @max-2xl:empty:hidden @2xl:flex-1", words.className)} />
      </div>
    </div>
  );
}
