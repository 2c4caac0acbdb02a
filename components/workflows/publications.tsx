"use client";
import { Badge } from "@/components/ui/badge";
import { PageSection } from "@/components/ui/page";
import { RelativeTime } from "@/components/ui/time";
import { UntrustedText } from "@/components/ui/untrusted-text";
import type { PublicationView } from "@/lib/contract/workflows/versions";

/** The versions that were put in force, by whom and why. */
export function Publications({ publications }: { publications: readonly PublicationView[] }) {
  return (
    <PageSection title="Publications">
      {publications.length === 0 ? (
        <p className="rounded-[10px] border bg-panel px-4 py-3 text-sm text-ink-2">
          No version was ever in force. Publishing one is kept here, with who did it and why.
        </p>
      ) : (
        <ol aria-label="Publications, newest first" className="grid divide-y rounded-[10px] border bg-panel">
          {publications.map((publication) => (
            <li
              key={publication.number}
              className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 px-4 py-2.5 text-sm"
            >
              <span className="font-medium whitespace-nowrap">
                {publication.version_number === null
                  ? "Withdrawn"
                  : `Version ${publication.version_number} put in force`}
              </span>
              {!publication.genuine && <Badge tone="bad">not published here</Badge>}
              <span className="min-w-0 flex-1 break-words text-ink-2 max-md:order-last max-md:basis-full">
                “<UntrustedText>{publication.note}</UntrustedText>”
              </span>
              <span className="text-xs text-ink-3">
                <UntrustedText>{publication.by}</UntrustedText>, <RelativeTime iso={publication.at} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </PageSection>
  );
}
