"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { TierBadge } from "@/components/action/change/tier-badge";
import { onceStill } from "@/components/data/once-still";
import { Failure } from "@/components/ui/failure";
import { Skeleton } from "@/components/ui/states";
import type { ThresholdDraft, ThresholdPreview } from "@/lib/contract/settings/thresholds";
import { act } from "@/lib/operations/act";
import { actionHref } from "@/lib/view/views";
import { countWords } from "@/lib/view/words";
import { lookedAtWords } from "./looked-at-words";

/** The actions of the last 30 days to which a drafted change would have given another tier. */
export function TierDifferences({ draft }: { draft: ThresholdDraft }) {
  const { data, error } = useQuery({
    queryKey: ["threshold-preview", draft],
    queryFn: async ({ signal }) => {
      await onceStill(signal);
      return act("previewThreshold", draft);
    },
    refetchInterval: false,
  });
  if (error) return <Failure title="The last 30 days could not be asked" text="Try again in a moment." />;
  if (!data) return <Skeleton words="Weighing the last 30 days…" lines={2} />;
  if (!data.ok) return <Failure title={null} text={data.problem.detail} />;
  return <Differences preview={data.result} />;
}

function Differences({ preview }: { preview: ThresholdPreview }) {
  const { lower, higher, waiting_higher: raised, differences } = preview;
  const listedOf = lower + higher + raised;
  return (
    <section
      aria-label="The last 30 days with this change"
      className="grid gap-2 rounded-lg bg-sunken px-3 py-2.5 text-sm"
    >
      <p className="text-ink-2">
        Of {lookedAtWords(preview)},{" "}
        <b className="font-semibold text-ink">
          {lower} would be lower and {higher} higher
        </b>
        .{raised > 0 && ` ${countWords(raised, "waiting one")} would rise once somebody approves.`}
      </p>
      {differences.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        <ul tabIndex={0} aria-label="Examples" className="grid max-h-48 gap-1 overflow-auto">
          {differences.map((one) => (
            <li key={one.action_id} className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <Link href={actionHref(one.action_id)} target="_blank" className="font-mono text-xs underline">
                #{one.action_id}
              </Link>
              <span className="min-w-0 flex-1 wrap-anywhere text-ink-2">
                {one.title} · {one.entity_ref}
                {one.status === "pending" && " · waits"}
              </span>
              <span className="flex items-center gap-1">
                <TierBadge tier={one.in_force} /> <span aria-label="would be">→</span>{" "}
                <TierBadge tier={one.drafted} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {differences.length < listedOf && (
        <p className="text-xs text-ink-3">The newest {differences.length} are listed.</p>
      )}
    </section>
  );
}
