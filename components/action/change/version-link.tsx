import { IntentLink } from "@/components/ui/intent-link";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { actionHref } from "@/lib/view/views";

export function VersionLink({ id, words }: { id: number; words: string }) {
  return (
    <IntentLink
      href={actionHref(id)}
      className="relative z-10 whitespace-nowrap text-accent underline underline-offset-2"
    >
      {words}
    </IntentLink>
  );
}

interface ActionLinkProps {
  id: number;
  className?: string;
  /** After the number. */
  children?: ReactNode;
}

/** `#8421`, as large as a thumb on a phone. */
export function ActionLink({ id, className, children }: ActionLinkProps) {
  return (
    <IntentLink
      href={actionHref(id)}
      className={cn("font-mono text-ink-2 underline underline-offset-2 max-md:-my-3 max-md:py-3", className)}
    >
      #{id}
      {children}
    </IntentLink>
  );
}
