"use client";
import Link from "next/link";
import { useViewer } from "@/components/data/viewer";
import { BackLink } from "@/components/ui/back-link";
import { PageFrame, PageSection } from "@/components/ui/page";
import { DialogButton } from "@/components/ui/sheets/dialog-button";
import { lazyDialog } from "@/components/ui/sheets/lazy-dialog";
import { RelativeTime } from "@/components/ui/time";
import { UntrustedText } from "@/components/ui/untrusted-text";
import { RowList } from "@/components/ui/lists/row-list";
import type { CapsView as Caps } from "@/lib/contract/workflows/runs";
import { mayAdminister } from "@/lib/core/access/principal";
import { workflowCapsWords } from "@/lib/view/runs/caps";
import { formatCount } from "@/lib/view/decimal";
import { workflowHref } from "@/lib/view/workflows/version-choice";
import { useCaps } from "@/components/runs/queries";

// Its code comes with the first press.
const CapsDialog = lazyDialog(() => import("./caps-dialog").then((module) => module.CapsDialog));

/** The caps that all runs of the company share. Everybody sees them; administrators change them. */
export function CapsView({ initial }: { initial: Caps }) {
  const { data: caps = initial } = useCaps(initial);
  const administers = mayAdminister(useViewer().role);
  return (
    <PageFrame
      title="Caps of runs"
      text="Limits on the runs of your company together. A workflow may set lower limits of its own."
    >
      <BackLink href="/runs">All runs</BackLink>
      <section
        aria-label="Caps"
        data-testid="caps"
        className="grid gap-4 rounded-[10px] border bg-panel p-4 shadow-lift"
      >
        <dl className="grid gap-x-6 gap-y-4 grid-cols-2 md:grid-cols-4">
          <Figure
            name="Steps at work now"
            value={formatCount(caps.running)}
            note={`of ${formatCount(caps.max_concurrency)} at once`}
          />
          <Figure
            name="Runs begun in the last minute"
            value={formatCount(caps.runs_last_minute)}
            note={`of ${formatCount(caps.max_runs_per_min)} a minute`}
          />
          <Figure
            name="Model costs today"
            value={caps.model_cost_today}
            note={
              caps.max_model_cost_per_day === null
                ? `${caps.currency}, without a cap`
                : `of ${caps.max_model_cost_per_day} ${caps.currency} at most`
            }
          />
          <Figure
            name="Writes of one run"
            value={formatCount(caps.max_writes_per_run)}
            note="proposed, at most"
          />
        </dl>
        <div className="flex flex-wrap items-center justify-between gap-3 border-t pt-3">
          <LastChange caps={caps} />
          {administers && (
            <DialogButton renderDialog={(onClose) => <CapsDialog caps={caps} onClose={onClose} />}>
              Change the caps…
            </DialogButton>
          )}
        </div>
      </section>
      <CapsOfWorkflows workflows={caps.workflows} />
    </PageFrame>
  );
}

/** A workflow's own limits, beside how much of them it uses now. Its text sets them. */
function CapsOfWorkflows({ workflows }: Pick<Caps, "workflows">) {
  return (
    <PageSection title="Limits of workflows">
      {workflows.length === 0 ? (
        <p className="text-sm text-ink-2">
          No workflow in force has limits of its own. A workflow’s text sets them under “limits”.
        </p>
      ) : (
        <RowList aria-label="Workflows with limits of their own">
          {workflows.map((workflow) => (
            <li
              key={workflow.id}
              data-workflow={workflow.name}
              className="grid gap-x-4 gap-y-0.5 px-4 py-2.5 text-sm md:grid-cols-[minmax(0,14rem)_minmax(0,1fr)] md:items-baseline"
            >
              <Link
                href={workflowHref(workflow.id)}
                className="w-fit font-medium break-all underline-offset-2 hover:underline max-md:py-2.5"
              >
                {workflow.name}
              </Link>
              <span className="text-ink-2 max-md:pb-1">{workflowCapsWords(workflow).join(" · ")}</span>
            </li>
          ))}
        </RowList>
      )}
    </PageSection>
  );
}

function Figure({ name, value, note }: { name: string; value: string; note: string }) {
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-xs text-ink-3">{name}</dt>
      <dd className="font-mono text-[20px] leading-7 font-semibold">{value}</dd>
      <dd className="text-xs text-ink-2">{note}</dd>
    </div>
  );
}

function LastChange({ caps }: { caps: Caps }) {
  if (caps.changed_at === null || caps.changed_by === null)
    return <p className="text-xs text-ink-3">As shipped; nobody has changed them.</p>;
  return (
    <p className="min-w-0 text-xs break-words text-ink-3">
      <UntrustedText>{caps.changed_by}</UntrustedText> changed them <RelativeTime iso={caps.changed_at} />: “
      <UntrustedText>{caps.reason ?? ""}</UntrustedText>”
    </p>
  );
}
