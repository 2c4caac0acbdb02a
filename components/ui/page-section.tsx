import type { ReactNode } from "react";

interface PageSectionProps {
  title: string;
  /** Right of the heading. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A part of a page under its heading. */
export function PageSection({ title, aside, children }: PageSectionProps) {
  const heading = <h2 className="text-sm font-semibold">{title}</h2>;
  return (
    <section aria-label={title} className="grid gap-2">
      {aside ? (
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          {heading}
          {aside}
        </div>
      ) : (
        heading
      )}
      {children}
    </section>
  );
}
