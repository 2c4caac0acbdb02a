import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

interface PartProps {
  title: string;
  text?: ReactNode;
  children?: ReactNode;
  className?: string;
}

export function Part({ title, text, children, className }: PartProps) {
  return (
    <section
      aria-label={title}
      className={cn("grid content-start gap-3.5 rounded-[10px] border bg-panel p-4 shadow-lift", className)}
    >
      <div className="grid gap-1">
        <h2 className="text-[15px] font-semibold">{title}</h2>
        {text && <p className="text-sm text-ink-2">{text}</p>}
      </div>
      {children}
    </section>
  );
}
