"use client";
import { useViewer } from "@/components/data/viewer";
import { BackLink } from "@/components/ui/back-link";
import { PageFrame } from "@/components/ui/page";
import { DialogButton } from "@/components/ui/sheets/dialog-button";
import { lazyDialog } from "@/components/ui/sheets/lazy-dialog";
import { RelativeTime } from "@/components/ui/time";
import { UntrustedText } from "@/components/ui/untrusted-text";
import type { CapsView as Caps } from "@/lib/contract/workflows/runs";
import { mayAdminister } from "@/lib/core/access/principal";
import { CAP_FIELDS } from "@/lib/view/runs/caps";
import { formatCount } from "@/lib/view/decimal";
import { useCaps } from "./queries";

// Its code comes with the first press.
const CapsDialog = lazyDialog(() => import("./caps-dialog").then((module) => module.CapsDialog));

/** The caps that all runs of the company share. Everybody sees them; administrators change them. */
export function CapsView({ initial }: { initial: Caps }) {
  const { data: caps = initial } = useCaps(initial);
  const administers = mayAdminister(useViewer().role);
  return (
    <PageFrame
      title="Caps of runs"
      text="What the runs of your company may do together. A workflow may set lower limits of its own."
    >
      <BackLink href="/runs">All runs</BackLink>
      <section
        aria-label="Caps"
        data-testid="caps"
        className="grid gap-4 rounded-[10px] border bg-panel p-4 shadow-lift"
      >
        <dl className="grid gap-x-6 gap-y-4 grid-cols-2 md:grid-cols-5">
          <Figure
            name="Steps at work now"
            value={formatCount(caps.running)}
            note={`of ${formatCount(caps.max_concurrency)} at once`}
          />
          {CAP_FIELDS.map(({ name, title, note }) => (
            <Figure key={name} name={title} value={formatCount(caps[name])} note={note} />
          ))}
          <Figure
            name="Model costs today"
            value={caps.model_cost_today}
            note={
              caps.max_model_cost_per_day === null
                ? `${caps.currency}, without a cap`
                : `of ${caps.max_model_cost_per_day} ${caps.currency} at most`
            }
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
    </PageFrame>
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
