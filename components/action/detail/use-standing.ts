"use client";
import { useUnread } from "@/components/action/change/reading";
import { progressWords } from "@/components/action/decide/answer-line";
import { isBusy, useDecisions } from "@/components/action/decide/decisions";
import { useRecentAnswer } from "@/components/action/decide/use-recent-answer";
import { useLive } from "@/components/data/actions";
import { useOverview } from "@/components/data/overview";
import { useViewer } from "@/components/data/viewer";
import { useNow } from "@/components/state/clock";
import type { ActionDetail, ActionSummary } from "@/lib/contract/actions/action-view";
import { mayDecide } from "@/lib/core/access/principal";
import { whyNotByRecord } from "@/lib/view/action/as-live";
import { mayReject, whyNotApprove } from "@/lib/view/action/gesture";
import { endOf } from "./press-meaning";

/** How an action in the pane stands for this viewer: what can be decided, why not, and what became of a decision. */
export function useStanding(action: ActionSummary, detail: ActionDetail | null) {
  const state = useDecisions().states.get(action.id);
  const { role } = useViewer();
  const { overview } = useOverview();
  const now = useNow();
  const live = useLive(action.id, false).data;
  const unread = useUnread(action, "pane");
  const recent = useRecentAnswer(state);
  const rejects = mayReject(action, overview, role, now);
  const byRecord = rejects ? whyNotByRecord(action, live) : null;
  const blocked = whyNotApprove(action, overview, role, now);
  const whyNot = blocked ?? byRecord ?? detail?.own_approval ?? null;
  const ended = endOf(action, state, now, whyNot);
  const held = ended?.text ?? progressWords(state);
  const busy = isBusy(state);
  const can = { approve: whyNot === null && unread === null && !busy, reject: rejects && !busy };
  return {
    state,
    overview,
    live,
    recent: recent && (isBusy(recent) || blocked === null) ? recent : undefined,
    ended,
    busy,
    can,
    /** The record speaks against it, and proposing from there stands in the place of Approve. */
    proposes: byRecord !== null && !ended,
    offersButtons: mayDecide(role),
    press: { held, whyNot, unread, rejects },
  };
}

export type BarStanding = ReturnType<typeof useStanding>;
