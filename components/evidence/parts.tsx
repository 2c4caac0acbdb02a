import type { ReactNode } from "react";
import { Definitions } from "@/components/ui/definitions";
import { UntrustedText } from "@/components/ui/untrusted-text";
import { utcText } from "@/lib/view/time";

/** Small parts that all sections of a bundle's page share. */

/** On a line of its own, unless it stands in a row of a list. */
export const Hash = ({ children }: { children: string }) => (
  <span className="block font-mono text-xs leading-5 break-all text-ink-2">{children}</span>
);

/** To the second: an auditor compares it with other systems. */
export const Moment = ({ iso }: { iso: string }) => (
  <time dateTime={iso} className="whitespace-nowrap tabular-nums">
    {utcText(iso)}
  </time>
);

export const Words = ({ children }: { children: string }) => <UntrustedText>{children}</UntrustedText>;

/** Names over their values on a phone, beside them elsewhere. */
export const Facts = ({ rows }: { rows: Readonly<Record<string, ReactNode>> }) => (
  <Definitions
    rows={rows}
    className="text-sm md:grid-cols-[9rem_minmax(0,1fr)]! max-md:grid-cols-1! max-md:gap-y-0.5! max-md:[&>dd]:pb-1.5 max-md:[&>dt]:text-xs"
  />
);

export const Card = ({ children }: { children: ReactNode }) => (
  <div className="grid gap-3 rounded-[10px] border bg-panel p-4">{children}</div>
);

export const Aside = ({ children }: { children: string }) => (
  <span className="text-xs text-ink-3">{children}</span>
);
