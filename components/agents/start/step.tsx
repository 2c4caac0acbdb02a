import { type ReactNode, useId } from "react";
import { Icon } from "@/components/ui/icons/icon";
import { cn } from "@/components/ui/cn";

interface StepProps {
  number: number;
  title: string;
  done?: boolean;
  /** False: the steps before it come first. */
  open?: boolean;
  children?: ReactNode;
}

/** One of the steps, with its number or, once it is done, a tick. */
export function Step({ number, title, done = false, open = true, children }: StepProps) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-3">
      <span
        aria-hidden
        className={cn(
          "grid size-7 place-items-center rounded-full border text-xs font-semibold",
          done ? "border-good bg-good-soft text-good" : "border-line-strong text-ink-2",
        )}
      >
        {done ? <Icon name="check" className="size-4" strokeWidth={2.5} /> : number}
      </span>
      <h2 id={heading} className={cn("self-center text-[15px] font-semibold", !open && "text-ink-3")}>
        {title}
        {done && <span className="sr-only"> (done)</span>}
      </h2>
      {children && (
        <div className="col-start-2 grid grid-cols-[minmax(0,1fr)] gap-4 max-md:col-span-2 max-md:col-start-1">
          {children}
        </div>
      )}
    </section>
  );
}
