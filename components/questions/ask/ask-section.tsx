import type { ReactNode } from "react";

/** One part of the form, with its heading. */
export function AskSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-[10px] border bg-panel p-4 shadow-lift"
    >
      <h2 className="text-[15px] font-semibold">{title}</h2>
      {children}
    </section>
  );
}
