import Link from "next/link";
import type { ReactNode } from "react";
import { HiddenContent } from "@/components/data/hidden-content";
import { Badge } from "@/components/ui/badge";
import { Definitions } from "@/components/ui/definitions";
import { Icon } from "@/components/ui/icons/icon";
import { PageFrame } from "@/components/ui/page";
import type { EvidenceState } from "@/lib/contract/monitoring/evidence";
import type { VerifiedBundle } from "@/lib/core/ledger/bundle/verify-bundle";
import { type EvidencePlace, sizeText } from "@/lib/view/evidence/evidence-words";
import { formatCount } from "@/lib/view/decimal";
import { utcText } from "@/lib/view/time";
import { countWords } from "@/lib/view/words";
import { ActionPart } from "./action-part";
import { EvidenceSection } from "./evidence-section";
import { evidenceFileHref } from "./addresses";
import { FileLink } from "./file-link";
import { LedgerPart } from "./ledger-part";
import { QuestionsPart } from "./questions-part";
import { CostsPart, RunPart, StepsPart } from "./run-part";

/** A run with more actions has them all in its file. */
const actionsShownMax = 50;

interface EvidenceViewProps {
  place: EvidencePlace;
  state: EvidenceState;
  /** Null: it is not sealed. */
  verified: VerifiedBundle | null;
  laterEvents: number;
}

/** A sealed bundle as an auditor reads it: each part in the order in which it happened. */
export function EvidenceView({ place, state, verified, laterEvents }: EvidenceViewProps) {
  const { kind, id } = place;
  const of = kind === "run" ? `run ${id}` : `proposed action #${id}`;
  const bundle = verified?.bundle ?? null;
  return (
    <PageFrame
      title={`Evidence of ${of}`}
      text="Who asked for what, who decided and how that was proven, what was written, and what was read back: as it was sealed, word for word the same in the file."
    >
      <Link
        href={kind === "run" ? `/runs/${id}` : `/proposed-actions/${id}`}
        className="-mt-3 flex w-fit items-center gap-1.5 text-sm text-ink-2 hover:text-ink max-md:min-h-11"
      >
        <Icon name="arrow-left" className="size-4" /> {kind === "run" ? `Run ${id}` : `#${id}`}
      </Link>
      {verified && state.sealed ? (
        <Seal place={place} sealed={state.sealed} verified={verified} laterEvents={laterEvents} />
      ) : (
        <Panel name="Evidence">
          <EvidenceSection place={place} initial={state} />
        </Panel>
      )}
      {bundle && (
        <>
          {bundle.run && <RunPart run={bundle.run} />}
          {bundle.run && <StepsPart steps={bundle.steps} />}
          <QuestionsPart questions={bundle.questions} />
          {bundle.actions.slice(0, actionsShownMax).map((action) => (
            <ActionPart
              key={action.id}
              action={action}
              decisions={bundle.decisions.filter((decision) => decision.action_id === action.id)}
              receipts={bundle.receipts.actions.filter((receipt) => receipt.action_id === action.id)}
            />
          ))}
          {bundle.actions.length > actionsShownMax && (
            <p className="text-sm text-ink-2">
              {countWords(bundle.actions.length - actionsShownMax, "more action")} in the file.
            </p>
          )}
          {bundle.run && <CostsPart costs={bundle.costs} />}
          <LedgerPart events={bundle.events} checkpoints={bundle.checkpoints} />
        </>
      )}
    </PageFrame>
  );
}

/** For people from whom content is hidden. */
export function HiddenEvidence() {
  return (
    <PageFrame title="Evidence" text="The sealed file of a run or a proposed action.">
      <HiddenContent text="Evidence is hidden from viewers. An approver or an administrator sees it, and an administrator can show it to viewers." />
    </PageFrame>
  );
}

function Panel({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name} className="grid gap-3 rounded-[10px] border bg-panel p-4 shadow-lift">
      {children}
    </section>
  );
}

interface SealProps extends Pick<EvidenceViewProps, "place" | "laterEvents"> {
  sealed: NonNullable<EvidenceState["sealed"]>;
  verified: VerifiedBundle;
}

/** Whether it holds, and what anybody needs to check that without us. */
function Seal({ place, sealed, verified: { faults, bundle }, laterEvents }: SealProps) {
  const holds = faults.length === 0;
  return (
    <Panel name="Seal">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <Badge tone={holds ? "good" : "bad"}>{holds ? "Holds" : "Does not hold"}</Badge>
        <p className="min-w-0 text-sm">
          {holds
            ? `Signed, and proven event by event against the ledger’s checkpoints: ${countWords(bundle?.events.length ?? 0, "event")}.`
            : `${countWords(faults.length, "fault")}. Nothing below can be relied on.`}
        </p>
      </div>
      {!holds && (
        <ul className="grid gap-1 text-sm text-bad">
          {faults.slice(0, 20).map(({ kind, at, text }) => (
            <li key={`${kind} ${at}`}>
              {at}: {text}
            </li>
          ))}
        </ul>
      )}
      <Definitions
        className="border-t pt-3 text-sm max-md:grid-cols-1! max-md:gap-y-0.5! max-md:[&>dd]:pb-1.5 max-md:[&>dt]:text-xs"
        rows={{
          Sealed: `${utcText(sealed.sealed_at)}, at checkpoint ${formatCount(sealed.checkpoint_seq)}`,
          "SHA-256": mono(sealed.sha256),
          "Key’s fingerprint": mono(sealed.key_fingerprint ?? sealed.key_id),
          "Check it offline": mono("npm run verify -- FILE --key FILE"),
          Since: laterEvents > 0 && (
            <>
              {countWords(laterEvents, "event")} came after it was sealed. The ledger has them; the bundle
              never changes.
            </>
          ),
        }}
      />
      <div className="flex flex-wrap gap-2 max-md:*:flex-1">
        <FileLink href={evidenceFileHref(place)} name={`Download, ${sizeText(sealed.size_bytes)}`} />
      </div>
    </Panel>
  );
}

const mono = (text: string) => <span className="font-mono text-xs break-all">{text}</span>;
