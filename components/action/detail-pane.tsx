"use client";
import { Tabs } from "radix-ui";
import { ArrowLeft } from "lucide-react";
import { useEffect, useState } from "react";
import { readingFailure } from "@/components/data/get-json";
import { useDecisions } from "@/components/data/decisions";
import { useAction, useLive } from "@/components/data/queries";
import { Button } from "@/components/ui/button";
import { EmptyState, Failure, Skeleton } from "@/components/ui/states";
import type { ActionDetail, ActionSummary } from "@/lib/contract/action-view";
import { ChangeTable } from "./change-table";
import { DecisionBar } from "./decision-bar";
import { DetailHeader } from "./detail-header";
import { Evidence } from "./evidence";
import { FactsGrid } from "./facts-grid";
import { LiveLine } from "./live-line";
import { PushProgress } from "./push-progress";
import { RawPayload } from "./raw-payload";
import { AgentSays, WhyItNeedsYou } from "./reasons";
import { Section } from "./section";
import { Timeline } from "./timeline";

interface DetailPaneProps {
  id: number | null;
  /** What the list already knows: shown at once, while the rest is read. */
  summary: ActionSummary | null;
  initial: ActionDetail | null;
  onBack: () => void;
  backTo: string;
  /** To the next action that waits, from one that has an address of its own; null where there is none. */
  onNext: (() => void) | null;
}

export function DetailPane({ id, summary, initial, onBack, backTo, onNext }: DetailPaneProps) {
  const query = useAction(id, initial);
  const detail = query.data ?? null;
  const action = detail ?? summary;
  if (id === null) {
    return (
      <EmptyState
        title="No action chosen"
        text="Choose one from the list to see what it changes, what it is worth and why it needs a person."
      />
    );
  }
  return (
    <>
      <div className="flex shrink-0 items-center border-b px-2 md:hidden">
        <button type="button" onClick={onBack} className="flex min-h-12 items-center gap-2 px-2 font-medium">
          <ArrowLeft aria-hidden className="size-5" /> {backTo}
        </button>
      </div>
      {action ? (
        <ActionBody
          key={action.id}
          action={action}
          detail={detail}
          error={query.error}
          onRetry={() => void query.refetch()}
          onNext={onNext}
        />
      ) : query.error ? (
        <div className="p-7 max-md:p-4">
          <Failure title={`#${id} could not be loaded`} text={readingFailure(query.error)}>
            <Button size="small" onClick={() => void query.refetch()}>
              Try again
            </Button>
          </Failure>
        </div>
      ) : (
        <Skeleton words={`Loading #${id}…`} lines={9} className="p-7 max-md:p-4" />
      )}
    </>
  );
}

const tab =
  "min-h-9 border-b-2 border-transparent px-0.5 text-sm text-ink-2 hover:text-ink data-[state=active]:border-ink data-[state=active]:font-medium data-[state=active]:text-ink max-md:min-h-11";

interface ActionBodyProps {
  action: ActionSummary;
  detail: ActionDetail | null;
  error: unknown;
  onRetry: () => void;
  onNext: (() => void) | null;
}

function ActionBody({ action, detail, error, onRetry, onNext }: ActionBodyProps) {
  const { states } = useDecisions();
  return (
    <>
      <Tabs.Root
        defaultValue="change"
        className="min-h-0 flex-1 overflow-y-auto"
        data-testid="detail-scroller"
      >
        <div
          className="mx-auto grid max-w-[860px] gap-5 px-7 pt-5 pb-10 max-md:px-4 max-md:pt-4"
          data-action-id={action.id}
          data-tier={action.risk_level}
          data-status={action.status}
        >
          <DetailHeader action={action} />
          <Tabs.List aria-label="Parts of this action" className="flex gap-5 border-b">
            <Tabs.Trigger value="change" className={tab}>
              Change
            </Tabs.Trigger>
            <Tabs.Trigger value="raw" className={tab}>
              Raw payload
            </Tabs.Trigger>
            <Tabs.Trigger value="evidence" className={tab}>
              Evidence
              {detail && detail.evidence.length > 0 && (
                <span className="ml-1.5 font-mono text-2xs text-ink-3">{detail.evidence.length}</span>
              )}
            </Tabs.Trigger>
          </Tabs.List>
          <Tabs.Content value="change" className="grid gap-5 outline-offset-8">
            <ChangeSection action={action} />
            {detail ? <Details detail={detail} /> : <NotYet error={error} onRetry={onRetry} />}
          </Tabs.Content>
          <Tabs.Content value="raw" className="outline-offset-8">
            {detail ? <RawPayload detail={detail} /> : <NotYet error={error} onRetry={onRetry} />}
          </Tabs.Content>
          <Tabs.Content value="evidence" className="outline-offset-8">
            {detail ? <Evidence detail={detail} /> : <NotYet error={error} onRetry={onRetry} />}
          </Tabs.Content>
        </div>
      </Tabs.Root>
      {action.status === "pending" || states.has(action.id) ? (
        <DecisionBar key={action.id} action={action} />
      ) : (
        onNext && <NextBar onNext={onNext} />
      )}
    </>
  );
}

/** After a decision at an address of its own: onwards, within the thumb's reach. */
function NextBar({ onNext }: { onNext: () => void }) {
  return (
    <div className="flex shrink-0 border-t bg-panel px-7 py-3 max-md:px-4 max-md:pb-[max(12px,env(safe-area-inset-bottom))]">
      <Button className="max-md:min-h-12 max-md:flex-1" onClick={onNext}>
        Next one that waits
      </Button>
    </div>
  );
}

function Details({ detail }: { detail: ActionDetail }) {
  return (
    <>
      <PushProgress detail={detail} />
      <FactsGrid detail={detail} />
      <WhyItNeedsYou detail={detail} />
      <AgentSays detail={detail} />
      <Timeline detail={detail} />
    </>
  );
}

/** NetSuite is asked only once somebody has stayed on an action: walking down the list with J asks nothing. */
const stayMs = 250;

function ChangeSection({ action }: { action: ActionSummary }) {
  const open = action.status === "pending" || action.status === "approved";
  const [stayed, setStayed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setStayed(true), stayMs);
    return () => clearTimeout(timer);
  }, []);
  const live = useLive(action.id, open && stayed);
  return (
    <Section title="The change">
      <ChangeTable action={action} live={open ? live : null} written={!open} />
      {open && <LiveLine live={live} />}
    </Section>
  );
}

function NotYet({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (!error) return <Skeleton words="Loading facts, policy and history…" lines={6} />;
  return (
    <Failure title="The rest could not be loaded" text={readingFailure(error)}>
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </Failure>
  );
}
