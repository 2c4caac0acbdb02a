"use client";
import type { ReactNode } from "react";
import { ChangeLines } from "@/components/action/change/change-lines";
import { TierBadge } from "@/components/action/change/tier-badge";
import { Definitions } from "@/components/ui/definitions";
import { UntrustedText } from "@/components/ui/untrusted-text";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import type { Reproposal } from "@/lib/contract/actions/live-view";
import { impactText } from "@/lib/view/action/facts";
import { approvalWords } from "@/lib/view/action/approval-words";
import { sentenceCase } from "@/lib/view/words";

interface VersionPreviewProps {
  action: ActionSummary;
  now: Reproposal;
  testId: string;
  /** Rows of the caller's own, before those that every version has. */
  rows?: Readonly<Record<string, ReactNode>>;
  /** The sentence above the changes. */
  heading: ReactNode;
  /** Said where the record holds it all already. */
  nothingToDo: string;
}

/** A version that does not exist yet, as the server says it would be: its changes, impact, tier, and who may decide it. */
export function VersionPreview({ action, now, testId, rows, heading, nothingToDo }: VersionPreviewProps) {
  const { risk_level: tier, impact } = now;
  return (
    <>
      <div
        data-tier={tier}
        data-testid={testId}
        // Clipped, not hidden: a short screen scrolls the sheet and never cuts the sentence.
        className="relative grid gap-1.5 overflow-clip rounded-[9px] border bg-bg py-3 pr-3 pl-4"
      >
        <span aria-hidden className="absolute inset-y-0 left-0 w-1 bg-tier" />
        {heading}
        {action.line_count === null && <ChangeLines action={{ ...action, ...now }} whole />}
        {now.nothing_to_do && <p className="text-sm font-medium">{nothingToDo}</p>}
      </div>
      <Definitions
        className="text-sm"
        rows={{
          ...rows,
          Tier: (
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <TierBadge tier={tier} />
              <span className="text-ink-2">
                {sentenceCase(now.rule_words)}
                {tier !== action.risk_level && `; it was L${action.risk_level}`}
              </span>
            </span>
          ),
          Impact: `${impactText({ impact })}${impact.basis ? ` ${impact.basis}` : ""}`,
          "Decided by": approvalWords(now),
        }}
      />
      {now.own_approval && <p className="text-sm font-medium text-warn">{now.own_approval}</p>}
      {!now.verified && (
        <p className="text-sm font-medium text-warn">
          NetSuite could not be read: it starts from the earlier value, and its tier is high for that.
        </p>
      )}
    </>
  );
}

/** The version in one sentence, from the record as it is now. */
export function VersionSentence({ now }: { now: Reproposal }) {
  return (
    <p className="text-[15px] leading-6 font-semibold">
      <UntrustedText>{now.sentence}</UntrustedText>
    </p>
  );
}
