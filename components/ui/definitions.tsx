import { Fragment, type ReactNode } from "react";
import { cn } from "./cn";
import { UntrustedText } from "./untrusted-text";

interface DefinitionsProps {
  /** Contents by name. Text may come from outside; a row without content is left out. */
  rows: Readonly<Record<string, ReactNode>>;
  className?: string;
}

/** Names on the left, their values on the right. */
export function Definitions({ rows, className }: DefinitionsProps) {
  return (
    <dl className={cn("grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1", className)}>
      {Object.entries(rows).map(
        ([name, content]) =>
          content && (
            <Fragment key={name}>
              <dt className="text-ink-3">{name}</dt>
              <dd className="min-w-0">
                {typeof content === "string" ? <UntrustedText>{content}</UntrustedText> : content}
              </dd>
            </Fragment>
          ),
      )}
    </dl>
  );
}
