/** This room shows one action whole. */
"use client";
import { Icon } from "@/components/ui/icons/icon";
import { memo, useEffect, useState, type RefObject } from "react";
import { OwnWrites } from "@/components/action/decide/own-writes/own-writes";
import { UndecidedLink } from "@/components/action/decide/strip/undecided-link";
import { TakeBackPlace } from "@/components/action/decide/take-back/take-back-place";
import { lazily } from "@/components/ui/lazily";
import { HiddenContent } from "@/components/data/hidden-content";
import { ReadFailure } from "@/components/data/read-failure";
import { useDecisions } from "@/components/action/decide/decisions";
import { useAction, useLive } from "@/components/data/actions";
import type { Came } from "@/components/ui/hand/hand";
import { Tabs } from "@/components/ui/tabs";
import { EmptyState, Skeleton } from "@/components/ui/states";
import type { ActionDetail, ActionSummary } from "@/lib/contract/actions/action-view";
import { ChangeTable } from "@/components/action/change/change-table";
import { ReadingProvider } from "@/components/action/change/reading";
import { DecisionBar } from "./decision-bar";
import { DetailHeader } from "./detail-header";
import { AmendBar } from "./amend-bar";
import { LiveLine } from "@/components/action/change/live-line";
import { RelatedActionLines } from "@/components/action/change/related-action-lines";
import { relatedActionsOf } from "@/lib/view/action/related-actions";
import { impactText } from "@/lib/view/action/facts";
import { asLive } from "@/lib/view/action/as-live";
import { AgentSays, FactsGrid, ReversalLine, WhyItNeedsYou } from "./plain-parts";
import { SystemPart } from "./system-part";
import { Timeline } from "./timeline";
import { Section } from "@/components/ui/page";

// Not on the first screen of an action that waits: their code comes when they are shown.
const Soon = () => <Skeleton words="Loading…" />;
const Evidence = lazily(() => import("./raw-parts").then((module) => module.Evidence), Soon);
const RawPayload = lazily(() => import("./raw-parts").then((module) => module.RawPayload), Soon);
const PushProgress = lazily(() => import("./push-progress").then((module) => module.PushProgress), Soon);
const AgainLine = lazily(() =>
  import("@/components/action/change/again-line").then((module) => module.AgainLine),
);
const RollSection = lazily(
  () => import("@/components/roll/roll-section").then((module) => module.RollSection),
  Soon,
);

interface DetailPaneProps {
  id: number | null;
  /** The row of the list: it is shown at once, while the rest is read. */
  summary: ActionSummary | null;
  initial: ActionDetail | null;
  /** How the action came into the pane. */
  came: Came;
  /** The id that is chosen now: this pane follows a moment later, and decides nothing in between. */
  currentId: RefObject<number | null>;
  onBack: () => void;
  backTo: string;
  /** To the next action that waits; null where there is none. */
  onNext: (() => void) | null;
}

export const DetailPane = memo(function DetailPane({
  id,
  came,
  summary,
  initial,
  currentId,
  onBack,
  backTo,
  onNext,
}: DetailPaneProps) {
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
      <div className="relative flex shrink-0 items-center border-b bg-bg px-2 md:hidden">
        <button type="button" onClick={onBack} className="flex min-h-12 items-center gap-2 px-2 font-medium">
          <Icon name="arrow-left" className="size-5" /> {backTo}
        </button>
        <OwnWrites className="ml-auto px-2" />
        <UndecidedLink />
        <TakeBackPlace className="absolute inset-y-0 right-2 left-28 z-10" />
      </div>
      {action ? (
        <ActionBody
          key={action.id}
          came={came}
          currentId={currentId}
          action={action}
          detail={detail}
          query={query}
          onNext={onNext}
        />
      ) : query.error ? (
        <div className="p-7 max-md:p-4">
          <ReadFailure title={`#${id} could not be loaded`} query={query} />
        </div>
      ) : (
        <Skeleton words={`Loading #${id}…`} lines={9} className="p-7 max-md:p-4" />
      )}
    </>
  );
});

interface ActionBodyProps {
  came: Came;
  currentId: RefObject<number | null>;
  action: ActionSummary;
  detail: ActionDetail | null;
  query: ReturnType<typeof useAction>;
  onNext: (() => void) | null;
}

function ActionBody({ came, currentId, action, detail, query, onNext }: ActionBodyProps) {
  const live = useLive(action.id, false).data;
  const current = asLive(action, live);
  const state = useDecisions().states.get(action.id);
  const mayLeave = state?.phase === "answered" && state.answer.leaves && state.mayLeave;
  // While somebody looks, the bar under the hand is replaced after the viewer's own decision alone.
  const [waited] = useState(action.status === "pending");
  const [decidedHere, setDecidedHere] = useState(false);
  if (mayLeave && state.by === "viewer" && !decidedHere) setDecidedHere(true);
  return (
    <ReadingProvider key={action.payload_hash}>
      <div
        tabIndex={-1}
        data-content
        className="relative min-h-0 flex-1 overflow-y-auto -outline-offset-2"
        data-testid="detail-scroller"
      >
        <div
          className="mx-auto grid max-w-[860px] grid-cols-[minmax(0,1fr)] gap-5 px-7 pt-5 pb-10 max-md:px-4 max-md:pt-4 short:gap-2.5 short:pt-2"
          data-action-id={action.id}
          data-tier={current.risk_level}
          data-status={action.status}
        >
          <DetailHeader action={current} detail={detail} />
          {action.redacted ? (
            <Outline detail={detail} query={query} />
          ) : (
            <Tabs
              label="Parts of this action"
              parts={[
                {
                  key: "change",
                  name: "Change",
                  content: (
                    <>
                      {action.line_count === null ? (
                        <ChangeSection
                          action={action}
                          reversal={detail?.reversal ?? null}
                          again={detail !== null && hasEnded(detail)}
                        />
                      ) : (
                        <>
                          <RollSection action={action} />
                          {waited && <ReversalLine reversal={detail?.reversal ?? null} />}
                          <RelatedActionLines others={relatedActionsOf(action)} withLinks />
                        </>
                      )}
                      {detail ? <Details detail={asLive(detail, live)} /> : <NotYet query={query} />}
                    </>
                  ),
                },
                {
                  key: "raw",
                  name: "Raw payload",
                  content: detail ? <RawPayload detail={detail} /> : <NotYet query={query} />,
                },
                {
                  key: "evidence",
                  name: detail ? <EvidenceName count={detail.evidence.length} /> : "Evidence",
                  content: detail ? <Evidence detail={detail} /> : <NotYet query={query} />,
                },
              ]}
            />
          )}
        </div>
      </div>
      {waited && !decidedHere ? (
        <DecisionBar came={came} action={action} detail={detail} currentId={currentId} onNext={onNext} />
      ) : (
        <AmendBar
          detail={detail}
          // Its offers may come after the page.
          came={waited || came === "opened" ? "itself" : came}
          onNext={onNext}
        />
      )}
    </ReadingProvider>
  );
}

/** For people from whom content is hidden: who did what and when, how it is delivered, what it is worth. */
function Outline({ detail, query }: Pick<ActionBodyProps, "detail" | "query">) {
  return (
    <>
      <HiddenContent />
      {detail ? (
        <>
          <Section title="Impact">
            <p className="font-semibold">{impactText(detail)}</p>
          </Section>
          <Timeline detail={detail} />
        </>
      ) : (
        <NotYet query={query} />
      )}
    </>
  );
}

function EvidenceName({ count }: { count: number }) {
  return <>Evidence {count > 0 && <span className="ml-1 font-mono text-2xs text-ink-3">{count}</span>}</>;
}

function Details({ detail }: { detail: ActionDetail }) {
  return (
    <>
      {detail.push && detail.line_count === null && <PushProgress detail={detail} />}
      <FactsGrid detail={detail} />
      <WhyItNeedsYou detail={detail} />
      <AgentSays detail={detail} />
      <Timeline detail={detail} />
      <SystemPart detail={detail} />
    </>
  );
}

/** It ended unwritten and may be proposed once more. */
const hasEnded = ({ status, may }: ActionDetail) => status !== "pending" && may.repropose.allowed;

/** NetSuite is asked only once somebody has stayed on an action: walking down the list with J asks nothing. */
const stayMs = 250;

interface ChangeSectionProps {
  action: ActionSummary;
  /** Null: not known yet. */
  reversal: ActionDetail["reversal"] | null;
  again: boolean;
}

function ChangeSection({ action, reversal, again }: ChangeSectionProps) {
  const open = action.status === "pending" || action.status === "approved" || again;
  const [stayed, setStayed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setStayed(true), stayMs);
    return () => clearTimeout(timer);
  }, []);
  const live = useLive(action.id, open && stayed);
  return (
    <Section title="The change">
      <ChangeTable action={action} live={open ? live : null} written={!open} again={again} />
      {open && <ReversalLine reversal={reversal} />}
      <RelatedActionLines others={relatedActionsOf(action)} withLinks />
      {open && action.goes_to_netsuite && <LiveLine live={live} again={again} />}
      {again && live.data?.state === "read" && <AgainLine action={action} live={live.data} />}
    </Section>
  );
}

function NotYet({ query }: Pick<ActionBodyProps, "query">) {
  if (!query.error) return <Skeleton words="Loading facts, policy and history…" lines={6} />;
  return <ReadFailure title="The rest could not be loaded" query={query} />;
}
