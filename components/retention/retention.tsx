/** This room shows how long each kind of text is kept, and changes it. */
"use client";
import { useRead } from "@/components/data/use-read";
import { useViewer } from "@/components/data/viewer";
import { lazily } from "@/components/ui/lazily";
import { UntrustedText } from "@/components/ui/untrusted-text";
import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/time";
import type { Retention, RetentionRun } from "@/lib/contract/settings/retention";
import { mayAdminister } from "@/lib/core/access/principal";
import { countWords } from "@/lib/view/words";
import { PageFrame, PageSection } from "@/components/ui/page";
import { SettingCard } from "@/components/ui/setting-card";
import { ConfirmButton } from "@/components/ui/sheets/confirm-button";
import { DialogButton } from "@/components/ui/sheets/dialog-button";
import { act } from "@/lib/operations/act";
import { formatCount } from "@/lib/view/decimal";

const RetentionDialog = lazily(() => import("./retention-dialog").then((module) => module.RetentionDialog));

type Kind = Retention["kinds"][number];

/** The periods of data that is deleted, the data that is kept forever and why, and the last turns of the sweep. */
export function RetentionView({ initial }: { initial: Retention }) {
  const { data: retention = initial } = useRead<Retention>(["retention"], "/api/retention", {
    initialData: initial,
    refetchInterval: false,
  });
  const admin = mayAdminister(useViewer().role);
  const lastRun = retention.runs[0];
  return (
    <PageFrame
      title="Retention"
      text={
        admin
          ? "How long each kind of data is kept. Every night what is over is deleted or blanked; a change holds from the next run on."
          : "How long each kind of data is kept. Changing a period needs the admin role."
      }
    >
      <ul className="grid gap-3" aria-label="Retention periods">
        {retention.kinds.map((kind) => (
          <li key={kind.kind}>
            <KindCard kind={kind} lastCount={lastRun?.counts[kind.kind]} admin={admin} />
          </li>
        ))}
      </ul>
      <RetentionRuns runs={retention.runs} kinds={retention.kinds} admin={admin} />
      <Listed
        title="By a fixed time"
        entries={retention.fixed.map((one) => ({ title: one.title, note: one.after, text: one.why }))}
      />
      <Listed
        title="Kept for ever"
        entries={retention.kept.map((one) => ({ title: one.title, note: null, text: one.why }))}
      />
    </PageFrame>
  );
}

interface KindCardProps {
  kind: Kind;
  lastCount: number | undefined;
  admin: boolean;
}

function KindCard({ kind, lastCount, admin }: KindCardProps) {
  return (
    <SettingCard
      title={kind.title}
      badge={<Badge>{countWords(kind.days, "day")}</Badge>}
      line={<p className="text-sm text-ink-2">{kind.holds}</p>}
      button={
        admin && (
          <DialogButton renderDialog={(onClose) => <RetentionDialog kind={kind} onClose={onClose} />}>
            Change…
          </DialogButton>
        )
      }
      facts={[
        ["Then", kind.at_end_words],
        [
          "Last run",
          lastCount === undefined ? "No run yet" : `${countWords(lastCount, "row")} ${kind.at_end}`,
        ],
      ]}
      data-kind={kind.kind}
      data-days={kind.days}
    >
      {kind.changed_at && (
        <p className="border-t pt-3 text-sm text-ink-2">
          Changed <RelativeTime iso={kind.changed_at} /> by {kind.changed_by}: “
          <UntrustedText>{kind.reason ?? ""}</UntrustedText>”
        </p>
      )}
    </SettingCard>
  );
}

interface ListedProps {
  title: string;
  entries: readonly { title: string; note: string | null; text: string }[];
}

function Listed({ title, entries }: ListedProps) {
  return (
    <PageSection title={title}>
      <dl className="grid divide-y rounded-[10px] border bg-panel">
        {entries.map((entry) => (
          <div key={entry.title} className="grid gap-0.5 px-4 py-3 text-sm md:grid-cols-[1fr_2fr] md:gap-4">
            <dt className="font-medium">{entry.title}</dt>
            <dd className="text-ink-2">
              {entry.note && <span className="font-medium text-ink">{entry.note}. </span>}
              {entry.text}
            </dd>
          </div>
        ))}
      </dl>
    </PageSection>
  );
}

interface RetentionRunsProps {
  runs: Retention["runs"];
  kinds: Retention["kinds"];
  admin: boolean;
}

/** The last turns of the sweep, and for administrators a turn now. */
function RetentionRuns({ runs, kinds, admin }: RetentionRunsProps) {
  return (
    <PageSection
      title="Runs"
      aside={
        admin && (
          <ConfirmButton
            label="Run now…"
            size="small"
            title="Delete and blank now?"
            description="Everything past the periods above is deleted or blanked now instead of tonight. It cannot be brought back."
            press="Run now"
            pressed="Running…"
            send={() => act("runRetention")}
            rereads={[["retention"]]}
            done={(run) => `The run is over: ${doneWords(run, kinds)}`}
          >
            <ul className="grid list-disc gap-1 pl-5 text-sm text-ink-2">
              {kinds.map((kind) => (
                <li key={kind.kind}>
                  {kind.title}: {kind.at_end} after {countWords(kind.days, "day")}
                </li>
              ))}
            </ul>
          </ConfirmButton>
        )
      }
    >
      {runs.length === 0 ? (
        <p className="rounded-[10px] border bg-panel px-4 py-3 text-sm text-ink-2">
          No run yet. The first one comes at night, at 03:17 by the server's clock.
        </p>
      ) : (
        <ol className="grid divide-y rounded-[10px] border bg-panel" aria-label="Last runs">
          {runs.map((run) => (
            <li key={run.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 text-sm">
              <RunState run={run} />
              <span className="min-w-0 flex-1 text-ink-2">{doneWords(run, kinds)}</span>
              <span className="text-xs text-ink-3">
                {run.started_by === "sweep" ? "by the clock" : `by ${run.started_by}`},{" "}
                <RelativeTime iso={run.started_at} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </PageSection>
  );
}

function RunState({ run }: { run: RetentionRun }) {
  if (run.ended_at === null) return <Badge tone="warn">Not finished</Badge>;
  return run.complete ? <Badge tone="good">Done</Badge> : <Badge tone="warn">Goes on next time</Badge>;
}

function doneWords(run: RetentionRun, kinds: Retention["kinds"]): string {
  const parts = kinds.flatMap((kind) => {
    const count = run.counts[kind.kind] ?? 0;
    return count === 0 ? [] : [`${kind.title.toLowerCase()}: ${formatCount(count)} ${kind.at_end}`];
  });
  return parts.length === 0 ? "Nothing was over." : `${parts.join("; ")}.`;
}
