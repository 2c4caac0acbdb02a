"use client";
import { IntentLink } from "@/components/ui/intent-link";
import { useOverview } from "@/components/data/overview";
import { useNow } from "@/components/state/clock";
import { UntrustedText } from "@/components/ui/untrusted-text";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { Definitions } from "@/components/ui/definitions";
import { RelativeTime } from "@/components/ui/time";
import type { ActionDetail } from "@/lib/contract/actions/action-view";
import { jobsOfAction } from "@/lib/view/jobs/job-filter";
import { pushWords } from "@/lib/view/action/push-words";
import { waitWords } from "@/lib/view/switches";
import { sentenceCase } from "@/lib/view/words";
import { Section } from "@/components/ui/page";

const mono = (text: string | null) => text && <span className="font-mono break-all">{text}</span>;

/** Where the write stands after approval, and the proof once it is done. */
export function PushProgress({ detail }: { detail: ActionDetail }) {
  const now = useNow();
  const { overview } = useOverview();
  if (!detail.push) return null;
  const { push, receipt, readback } = detail;
  const wait = detail.goes_to_netsuite ? waitWords(overview, detail.risk_level) : null;
  const words = pushWords(push, now, wait);
  return (
    <Section title={push.destination === "internal" ? "Keeping it" : "Writing to NetSuite"}>
      <div className="grid gap-2 rounded-[9px] border bg-panel p-3" data-push-status={push.status}>
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone={words.tone}>{words.title}</Badge>
          {detail.applied_at && (
            <span className="text-xs text-ink-3">
              <RelativeTime iso={detail.applied_at} />
            </span>
          )}
        </p>
        <p className="text-sm text-ink-2">{words.text}</p>
        <p className="flex flex-wrap gap-x-4 text-sm">
          {push.status === "dead" && (
            <IntentLink href="/dead-letters" className="underline underline-offset-2 max-md:py-3">
              See its dead letter
            </IntentLink>
          )}
          <IntentLink
            href={jobsOfAction(detail.id)}
            className="text-ink-2 underline underline-offset-2 hover:text-ink max-md:py-3"
          >
            See its jobs
          </IntentLink>
        </p>
        {push.error && (
          <p className="text-sm text-ink-2">
            <span className="font-mono text-xs text-ink-3">{push.error.code}</span>{" "}
            <UntrustedText>{push.error.message}</UntrustedText>
          </p>
        )}
        {readback && <ReadBack rows={readback} changes={detail.changes ?? []} />}
        {receipt && (
          <Definitions
            className="border-t pt-2 text-xs"
            rows={{
              [push.destination === "internal" ? "Kept as" : "NetSuite record"]: mono(detail.ns_internal_id),
              "Can be undone": receipt.reversible ? "Yes, by a compensating change" : "No",
            }}
          />
        )}
      </div>
    </Section>
  );
}

interface ReadBackProps {
  rows: NonNullable<ActionDetail["readback"]>;
  changes: NonNullable<ActionDetail["changes"]>;
}

function ReadBack({ rows, changes }: ReadBackProps) {
  const labels = new Map(changes.map(({ field, label }) => [field, label]));
  return (
    <table className="w-full border-collapse text-sm">
      <caption className="pb-1 text-left text-xs text-ink-3">Read back</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Value read</th>
          <th scope="col">Matches</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.field}>
            <th scope="row" className="py-1 pr-3 text-left font-normal text-ink-2">
              {sentenceCase(labels.get(row.field) ?? row.field)}
            </th>
            <td className="py-1 pr-3 font-mono text-[13px] wrap-anywhere">{row.actual ?? "(empty)"}</td>
            <td
              className={cn(
                "py-1 text-right text-xs font-medium",
                row.matches ? "whitespace-nowrap text-good" : "text-bad",
              )}
            >
              {row.matches ? "as approved" : `expected ${row.expected ?? "(empty)"}`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
