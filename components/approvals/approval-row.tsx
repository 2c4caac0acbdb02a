"use client";
import Link from "next/link";
import { Badge, BADGE_SHAPE } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { RelativeTime } from "@/components/ui/time";
import { UntrustedText } from "@/components/ui/untrusted-text";
import type { Approvals } from "@/lib/contract/workflows/approvals";
import {
  APPROVAL_STATUS_WORDS,
  APPROVAL_TIER_WORDS,
  approvalHref,
  approvalTitle,
  decidedWords,
} from "@/lib/view/approvals/approval-words";
import { runHref } from "@/lib/view/runs/run-filter";

type Approval = Approvals["items"][number];

/** One approval: its tier, what it is about, which run asked for it, how it stands and who decided. */
export function ApprovalRow({ approval }: { approval: Approval }) {
  const { tier, status } = approval;
  const words = APPROVAL_TIER_WORDS[tier];
  const decided = decidedWords(approval);
  return (
    <div
      data-tier={words.tier}
      className="relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1.5 py-3 pr-4 pl-5 hover:bg-sunken/50 md:grid-cols-[5rem_minmax(0,1fr)_auto] md:items-baseline"
    >
      <span aria-hidden className="absolute inset-y-0 left-0 w-1 bg-tier" />
      <span className="flex gap-1.5">
        <span className={cn(BADGE_SHAPE, "bg-tier-soft text-tier-ink")} title={words.means}>
          {words.title}
        </span>
        {approval.two_person && (
          <span className="md:hidden">
            <Badge>two people</Badge>
          </span>
        )}
      </span>
      <div className="grid min-w-0 gap-0.5 max-md:col-span-2 max-md:row-start-2">
        <Link
          href={approvalHref(approval)}
          prefetch={false}
          data-approval-link
          className="min-w-0 text-sm font-medium break-words after:absolute after:inset-0 hover:underline"
        >
          {approvalTitle(approval)}
          {approval.entity_ref !== null && (
            <>
              {" · "}
              <UntrustedText edge>{approval.entity_ref}</UntrustedText>
            </>
          )}
        </Link>
        <p className="text-xs break-words text-ink-2">
          <span className="font-mono">#{approval.id}</span> <Origin approval={approval} />
          {approval.two_person && <span className="max-md:hidden"> · two people have to approve</span>}
        </p>
        {decided !== null && (
          <p className="text-xs text-ink-2">
            <UntrustedText>{decided}</UntrustedText>
            {approval.decided_at !== null && (
              <>
                {" "}
                <RelativeTime iso={approval.decided_at} />
              </>
            )}
          </p>
        )}
      </div>
      <span className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 text-xs text-ink-3">
        <RelativeTime iso={approval.requested_at} />
        <Badge tone={APPROVAL_STATUS_WORDS[status].tone}>{APPROVAL_STATUS_WORDS[status].title}</Badge>
      </span>
    </div>
  );
}

/** The run that asked for it, or that an agent or a person did. */
function Origin({ approval: { kind, run_id: runId, step_id: step, workspace } }: { approval: Approval }) {
  if (runId === null) return <span>· in no run</span>;
  return (
    <span>
      · {kind === "action" ? "proposed" : "asked"} by{" "}
      <Link
        href={runHref(runId)}
        prefetch={false}
        className="relative z-10 underline underline-offset-2 max-md:-my-3 max-md:inline-block max-md:py-3"
      >
        run {runId}
      </Link>
      {step !== null && <>, step {step}</>}
      {workspace !== null && <>, in the workspace {workspace}</>}
    </span>
  );
}
