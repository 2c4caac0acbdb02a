"use client";
import { Icon } from "@/components/ui/icons/icon";
import { FileLink } from "@/components/evidence/file-link";
import { PeriodExport } from "@/components/evidence/period-export";
import { readingFailure } from "@/components/data/get-json";
import { ReadFailure } from "@/components/data/read-failure";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { PageSection } from "@/components/ui/page";
import { Failure } from "@/components/ui/failure";
import { Skeleton } from "@/components/ui/states";
import { RelativeTime } from "@/components/ui/time";
import { RowList } from "@/components/ui/lists/row-list";
import type { AuditState, VerificationView } from "@/lib/contract/monitoring/audit";
import { FaultList } from "./fault-list";
import { HeadComparison } from "./head-comparison";
import { useAuditState, useVerify } from "./queries";
import { formatCount } from "@/lib/view/decimal";

const count = (value: number | undefined) => formatCount(value ?? 0);

export function Proof({ initial }: { initial: AuditState | null }) {
  const state = useAuditState(initial);
  const verify = useVerify();
  if (state.isLoadingError) return <ReadFailure title="The ledger's state could not be read" query={state} />;
  if (!state.data) return <Skeleton words="Reading the ledger's state…" lines={5} />;
  const { verifications, sealing, head } = state.data;
  const running = verifications.find((one) => one.state === "running");
  const last = verifications.find((one) => one.ended_at !== null);
  const busy = verify.isPending || running !== undefined;
  return (
    <>
      <section
        aria-label="Verification"
        className="grid gap-4 rounded-[10px] border bg-panel p-4 shadow-lift"
      >
        <div className="flex flex-wrap items-center gap-3">
          <p className="min-w-0 flex-1 basis-72 text-sm text-ink-2">
            “Verify now” reads all that changed since everything was last found intact. “Verify everything”
            reads every row; on a large ledger that takes minutes. Nothing is changed.
          </p>
          <div className="flex flex-wrap gap-2 max-md:w-full max-md:*:flex-1">
            <Button disabled={busy} onClick={() => verify.mutate("full")}>
              Verify everything
            </Button>
            <Button tone="solid" disabled={busy} onClick={() => verify.mutate("since_checkpoint")}>
              {busy ? "Verifying…" : "Verify now"}
            </Button>
          </div>
        </div>
        <div aria-live="polite" className="grid gap-4">
          {running && <Progress running={running} />}
          {verify.isError && !running && (
            <Failure title="It could not be verified" text={readingFailure(verify.error)} />
          )}
          {last ? <Result of={last} /> : !busy && <NeverVerified />}
        </div>
      </section>
      <SealingNote sealing={sealing} />
      <HeadComparison />
      <PageSection title="Take it away">
        <p className="text-sm text-ink-2">
          {head
            ? `An exported checkpoint is the measure of tomorrow's ledger: kept elsewhere, it shows whether anything was cut off or rewritten since. The newest is number ${count(head.seq)}.`
            : "A checkpoint is made every five minutes. Kept elsewhere, it shows whether anything was cut off or rewritten since."}
        </p>
        <div className="flex flex-wrap gap-2">
          <FileLink href="/api/audit/checkpoints/export" name="Checkpoints" />
          <FileLink href="/api/audit/export" name="Whole ledger" />
        </div>
      </PageSection>
      <PageSection title="For auditors">
        <p className="text-sm text-ink-2">
          All runs and actions that ended in a period: how many by status and tier, the first and the last
          number of each sequence, and the SHA-256 of each evidence bundle. Days are those of your company’s
          time zone.
        </p>
        <PeriodExport />
      </PageSection>
      <Earlier verifications={verifications} />
    </>
  );
}

function NeverVerified() {
  return (
    <p className="border-t pt-4 text-sm text-ink-2">
      Nobody has verified this ledger yet. The first verification reads everything.
    </p>
  );
}

/** The chains and events that were read until now. Their total is not known before the end. */
function Progress({ running }: { running: VerificationView }) {
  const { checked, mode, started_at: startedAt } = running;
  return (
    <div className="grid gap-2 border-t pt-4">
      <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
        <span className="font-medium">
          {mode === "full" ? "Verifying everything" : "Verifying what changed"}
        </span>
        <span className="text-ink-2 tabular-nums">
          {count(checked.chains)} chains and {count(checked.events)} events so far
        </span>
        <span className="text-xs text-ink-3">
          begun <RelativeTime iso={startedAt} /> by {running.started_by}
        </span>
      </p>
      <div aria-hidden className="h-1 overflow-hidden rounded bg-sunken">
        <div className="h-full w-1/3 animate-pulse rounded bg-ink-3" />
      </div>
    </div>
  );
}

function Result({ of: one }: { of: VerificationView }) {
  if (one.state !== "unproven") return <Verdict of={one} />;
  return (
    <div className="grid gap-1 border-t pt-4">
      <p className="flex flex-wrap items-center gap-2 text-[15px] font-semibold">
        <Icon name="triangle-alert" className="size-5 text-warn" /> The last result proves nothing
        <Badge tone="warn">{stateWords.unproven.title}</Badge>
      </p>
      <p className="text-sm text-ink-2">
        It lacks this app’s seal: an older release kept it, it was kept under another secret key, or it was
        written past the app. Verify everything again.
      </p>
    </div>
  );
}

function Verdict({ of: one }: { of: VerificationView }) {
  const intact = one.state === "intact";
  const faults = one.fault_count === 1 ? "1 fault was found" : `${count(one.fault_count)} faults were found`;
  return (
    <div className="grid gap-4 border-t pt-4">
      <p className="flex flex-wrap items-center gap-2 text-[15px] font-semibold">
        <Icon
          name={intact ? "shield-check" : "shield-alert"}
          className={intact ? "size-5 text-good" : "size-5 text-bad"}
        />
        {intact ? "Everything holds" : faults}
        <Badge tone={intact ? "good" : "bad"}>{intact ? "Intact" : "Not intact"}</Badge>
      </p>
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(130px,1fr))] gap-x-6 gap-y-2 text-sm">
        <Figure name="Verified">
          <RelativeTime iso={one.ended_at!} />
        </Figure>
        <Figure name="Read">{one.mode === "full" ? "Everything" : "What changed since"}</Figure>
        <Figure name="Chains">{count(one.checked.chains)}</Figure>
        <Figure name="Events">{count(one.checked.events)}</Figure>
        <Figure name="Checkpoints">{count(one.checked.checkpoints)}</Figure>
        <Figure name="By">{one.started_by}</Figure>
      </dl>
      {one.faults.length > 0 && <FaultList faults={one.faults} total={one.fault_count} />}
    </div>
  );
}

function Figure({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-ink-3">{name}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  );
}

/** Whether checkpoints are made as they should be. */
function SealingNote({ sealing }: { sealing: AuditState["sealing"] }) {
  if (sealing.signs && !sealing.late) return null;
  const text = sealing.signs
    ? `${count(sealing.waiting)} events have waited for their checkpoint for more than 15 minutes: Inngest does not call the function seal-ledger. Look at the jobs.`
    : "No signing key is set (COUNTERSIGN_SIGNING_KEY), so no checkpoint is made: a ledger that is rewritten as a whole would not be found.";
  return (
    <div
      role="alert"
      className="flex gap-3 rounded-lg border border-warn/30 bg-warn-soft p-3 text-sm text-warn"
    >
      <Icon name="triangle-alert" className="mt-0.5 size-4 shrink-0" />
      <p>
        <span className="font-semibold">Checkpoints are missed. </span>
        {text}
      </p>
    </div>
  );
}

const stateWords = {
  running: { title: "Running", tone: "neutral" },
  broken_off: { title: "Broken off", tone: "warn" },
  intact: { title: "Intact", tone: "good" },
  faulty: { title: "Not intact", tone: "bad" },
  unproven: { title: "Not proven", tone: "warn" },
} as const;

function Earlier({ verifications }: { verifications: AuditState["verifications"] }) {
  if (verifications.length === 0) return null;
  return (
    <PageSection title="Earlier verifications">
      <RowList className="text-sm">
        {verifications.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
            <Badge tone={stateWords[one.state].tone}>{stateWords[one.state].title}</Badge>
            <span>{one.mode === "full" ? "Everything" : "What changed"}</span>
            <span className="text-ink-2 tabular-nums">{count(one.checked.events)} events</span>
            <span className="ml-auto text-xs text-ink-3">
              {one.started_by}, <RelativeTime iso={one.started_at} />
            </span>
          </li>
        ))}
      </RowList>
    </PageSection>
  );
}
