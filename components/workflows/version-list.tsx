"use client";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { PageSection } from "@/components/ui/page";
import { RelativeTime } from "@/components/ui/time";
import { UntrustedText } from "@/components/ui/untrusted-text";
import { RowList } from "@/components/ui/lists/row-list";
import type { WorkflowVersions } from "@/lib/contract/workflows/versions";
import { type VersionChoice, versionHref } from "@/lib/view/workflows/version-choice";

interface VersionListProps {
  versions: WorkflowVersions;
  /** The number of the version whose text is in view. */
  shown: number;
  choice: VersionChoice;
}

/** Every version with who stored it and when; a press shows its text, and two of them are compared. */
export function VersionList({ versions, shown, choice }: VersionListProps) {
  const { workflow, items, next_below: below } = versions;
  return (
    <PageSection title="Versions">
      <RowList aria-label="Versions, newest first">
        {items.map((version) => (
          <li
            key={version.version_id}
            data-version={version.number}
            className={cn(
              "relative flex flex-wrap items-baseline gap-x-3 gap-y-0.5 px-4 py-2.5 text-sm hover:bg-sunken/50",
              version.number === shown && "bg-sunken",
            )}
          >
            <Link
              href={versionHref(workflow.id, { ...choice, version: version.number })}
              scroll={false}
              aria-current={version.number === shown ? "true" : undefined}
              className="font-medium whitespace-nowrap after:absolute after:inset-0 hover:underline max-md:py-1.5"
            >
              Version {version.number}
            </Link>
            {version.in_force && <Badge tone="good">in force</Badge>}
            <span className="min-w-0 text-ink-2">
              <RelativeTime iso={version.at} /> by <UntrustedText>{version.by}</UntrustedText>
            </span>
            <span className="ml-auto font-mono text-2xs text-ink-3">{version.hash.slice(0, 12)}</span>
          </li>
        ))}
      </RowList>
      {items.length > 1 && <Compare versions={versions} choice={choice} />}
      {below !== null && (
        <p className="text-xs text-ink-3">
          Older versions: GET /api/workflows/{workflow.id}/versions?below={below}.
        </p>
      )}
    </PageSection>
  );
}

/** The two versions to compare; the newest two until somebody chooses. */
function Compare({ versions: { workflow, items }, choice }: Omit<VersionListProps, "shown">) {
  const router = useRouter();
  const from = choice.from ?? items[1]!.number;
  const to = choice.to ?? items[0]!.number;
  const compare = (pair: { from: number; to: number }) =>
    router.replace(versionHref(workflow.id, { ...choice, ...pair }), { scroll: false });
  const options = items.map(({ number }) => (
    <option key={number} value={number}>
      version {number}
    </option>
  ));
  const look =
    "min-h-8 rounded-lg border border-line-strong bg-panel px-2 text-xs max-md:min-h-11 max-md:text-sm pointer-coarse:min-h-11";
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
      <label className="flex items-center gap-2">
        Changes from
        <select
          className={look}
          value={from}
          onChange={(event) => compare({ from: Number(event.target.value), to })}
        >
          {options}
        </select>
      </label>
      <label className="flex items-center gap-2">
        to
        <select
          className={look}
          value={to}
          onChange={(event) => compare({ from, to: Number(event.target.value) })}
        >
          {options}
        </select>
      </label>
      {choice.from === null ? (
        <Link
          href={versionHref(workflow.id, { ...choice, from, to })}
          scroll={false}
          className="underline underline-offset-2 max-md:py-3"
        >
          Compare
        </Link>
      ) : (
        <Link
          href={versionHref(workflow.id, { ...choice, from: null, to: null })}
          scroll={false}
          className="underline underline-offset-2 max-md:py-3"
        >
          Close the comparison
        </Link>
      )}
    </div>
  );
}
