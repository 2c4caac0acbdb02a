"use client";
import { UntrustedText } from "@/components/ui/untrusted-text";
import { Badge } from "@/components/ui/badge";
import { IntentLink } from "@/components/ui/intent-link";
import { TierBadge } from "@/components/action/change/tier-badge";
import { Countdown, RelativeTime } from "@/components/ui/time";
import type { ActionDetail, ActionSummary } from "@/lib/contract/actions/action-view";
import { markWords } from "@/lib/core/action/marks";
import { AboutTexts } from "@/components/action/change/about-texts";
import { ChangeHeading } from "@/components/action/change/change-heading";
import { Versions } from "@/components/action/change/versions";
import { endWords, statusTone, endedWords } from "@/lib/view/action/status-words";
import { plainWords, sentenceCase } from "@/lib/view/words";

interface DetailHeaderProps {
  action: ActionSummary;
  /** Null: not read yet. */
  detail: ActionDetail | null;
}

/** The change in one sentence, on what, and who asks. */
export function DetailHeader({ action, detail }: DetailHeaderProps) {
  const waiting = action.status === "pending";
  return (
    <header className="grid gap-1.5 short:gap-0.5">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <TierBadge tier={action.risk_level} />
        <span className="font-mono text-xs text-ink-3">#{action.id}</span>
        {!waiting && <Badge tone={statusTone(action.status)}>{endedWords(action)}</Badge>}
        {action.required_approvals > 1 && (
          <Badge>
            {action.approvals} of {action.required_approvals} approvals
          </Badge>
        )}
        {action.marks.map((mark) => (
          <Badge key={mark} tone="warn">
            {markWords(mark)}
          </Badge>
        ))}
        {action.suspicious_text && <Badge tone="warn">Deceptive characters</Badge>}
        {!action.inspectable && <Badge tone="bad">Cannot be shown whole</Badge>}
        <span className="flex-1" />
        {waiting && <Countdown iso={action.expires_at} prefix="Expires in " />}
      </div>
      <h2 className="text-[20px] leading-7 font-semibold tracking-tight text-pretty break-words short:text-base short:leading-5">
        <ChangeHeading action={action} />
      </h2>
      <p className="text-xs text-ink-2">
        {sentenceCase(plainWords(action.entity_type))}{" "}
        <span className="font-mono">
          <UntrustedText edge>{action.entity_ref}</UntrustedText>
        </span>
        <AboutTexts action={action} besides={action.entity_ref} />
        {" · proposed "}
        <RelativeTime iso={action.created_at} /> by <b className="font-semibold text-ink">{action.agent}</b>
        {action.on_behalf_of && <> for {action.on_behalf_of}</>}
        {action.author && (
          <>
            {" · this version by "}
            <b className="font-semibold text-ink">{action.author}</b>
          </>
        )}
        <Versions action={{ ...action, undone_by_id: detail?.undone_by_id ?? null }} separator=" · " />
      </p>
      {action.run && (
        <p className="text-xs text-ink-2">
          Step {action.run.step} of{" "}
          <IntentLink
            href={`/runs/${action.run.id}`}
            className="underline underline-offset-2 max-md:-my-3 max-md:py-3"
          >
            run {action.run.id}, {action.run.workflow}
          </IntentLink>
        </p>
      )}
      <Ended action={action} earlier={detail ? earlierApprovers(detail) : []} />
    </header>
  );
}

/** The people who approved it before the last one. Empty where some of their approvals no longer count. */
function earlierApprovers({ approvals, timeline }: ActionDetail): string[] {
  const names = timeline.filter(({ type }) => type === "hitl.vote_recorded").map(({ actor }) => actor);
  return names.length === approvals - 1 ? names : [];
}

interface EndedProps {
  action: ActionSummary;
  earlier: readonly string[];
}

/** How it ended, with whose word and why. */
function Ended({ action, earlier }: EndedProps) {
  if (!action.decided_by && !action.end_reason) return null;
  return (
    <p className="text-sm">
      {action.decided_by && action.decided_at && (
        <>
          {action.decision === "reject" ? "Rejected" : "Approved"} by{" "}
          <b className="font-semibold">{[...earlier, action.decided_by].join(" and ")}</b>{" "}
          <RelativeTime iso={action.decided_at} />
        </>
      )}
      {action.comment && (
        <>
          : “<UntrustedText>{action.comment}</UntrustedText>”
        </>
      )}
      {action.end_reason && (
        <span className="text-warn">
          {action.decided_by && " · "}
          {endWords(action.end_reason)}
          {action.ended_by && ` (${action.ended_by})`}
        </span>
      )}
    </p>
  );
}
