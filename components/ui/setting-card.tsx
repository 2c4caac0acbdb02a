import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";

interface SettingCardProps extends Omit<ComponentProps<"section">, "title"> {
  title: string;
  /** A badge beside the title. */
  badge: ReactNode;
  /** A line under the title. */
  line: ReactNode;
  /** A button to the right of both, or below them where the line would be too narrow. */
  button: ReactNode;
  facts: readonly [name: string, text: string][];
}

/** A setting that administrators change: its state, its facts, and its last change. Without facts their place is left out. */
export function SettingCard({
  title,
  badge,
  line,
  button,
  facts,
  className,
  children,
  ...rest
}: SettingCardProps) {
  return (
    <section
      aria-label={title}
      className={cn("grid gap-3 rounded-[10px] border bg-panel p-4 shadow-lift", className)}
      {...rest}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="grid min-w-[min(100%,18rem)] flex-1 gap-0.5">
          <h2 className="flex flex-wrap items-center gap-2 text-[15px] font-semibold">
            {title} {badge}
          </h2>
          {line}
        </div>
        {button}
      </div>
      {facts.length > 0 && (
        <dl className="grid gap-x-6 gap-y-2 text-sm md:grid-cols-2">
          {facts.map(([name, text]) => (
            <div key={name}>
              <dt className="text-xs text-ink-3">{name}</dt>
              <dd className="text-ink-2">{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {children}
    </section>
  );
}
