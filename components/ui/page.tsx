import type { ReactNode } from "react";

interface PageFrameProps {
  title: string;
  text: ReactNode;
  children: ReactNode;
}

/** Every page but the inbox: one column, one heading. */
export function PageFrame({ title, text, children }: PageFrameProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and a page may hold nothing else to focus
    <main tabIndex={0} data-content className="relative h-full overflow-y-auto -outline-offset-2">
      <div className="mx-auto grid max-w-5xl grid-cols-[minmax(0,1fr)] gap-6 px-7 pt-6 pb-12 max-md:px-4 max-md:pt-4">
        <header className="grid gap-1">
          <h1 className="text-[20px] leading-7 font-semibold tracking-tight">{title}</h1>
          <p className="max-w-2xl text-sm text-ink-2">{text}</p>
        </header>
        {children}
      </div>
    </main>
  );
}

interface PageSectionProps {
  title: string;
  /** Right of the heading. */
  aside?: ReactNode;
  children: ReactNode;
}

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

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-2">
      <h3 className="text-xs font-medium text-ink-2">{title}</h3>
      {children}
    </section>
  );
}
