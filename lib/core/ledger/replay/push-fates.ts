import type { EventBody } from "./event-body";

/** The statuses that the events leave possible for one push. Taking a lease is no event, so that a queued one may be on its way. */
export interface PushFate {
  statuses: ReadonlySet<string>;
  /** The last event that settled it. */
  settled: EventBody | null;
  /** Events that settle it although it was over: copies of the one that did. */
  copies?: readonly EventBody[];
}

const waiting = new Set(["queued", "pushing"]);
const only = (status: string) => new Set([status]);

const settles: Readonly<Record<string, ReadonlySet<string>>> = {
  "push.requeued": waiting,
  "push.unknown": only("unknown"),
  "push.rescued": only("unknown"),
  "push.dead": only("dead"),
  "push.line_applied": only("applied"),
  "push.line_stale": only("stale"),
  "hitl.applied": only("applied"),
  "hitl.stale": only("stale"),
};
const isOver = ({ statuses }: PushFate) =>
  statuses.size === 1 && ["applied", "stale", "cancelled"].some((status) => statuses.has(status));
/** A dead one goes back to the queue; the others stay as they are, and become due. */
const putsBack = ["push.revived", "push.retry_requested", "push.found_written"];

export function fatesOf(bodies: readonly EventBody[], pushIds: readonly number[]): Map<number, PushFate> {
  const fates = new Map<number, PushFate>(pushIds.map((id) => [id, { statuses: waiting, settled: null }]));
  let approved = false;
  for (const body of bodies) {
    if (body.type === "hitl.approved") approved = true;
    if (approved) apply(body, fates);
  }
  return fates;
}

function apply(body: EventBody, fates: Map<number, PushFate>): void {
  const { type, details } = body;
  const settled = settles[type];
  if (settled && typeof details.push_id === "number") {
    const before = fates.get(details.push_id);
    if (before && isOver(before))
      fates.set(details.push_id, { ...before, copies: [...(before.copies ?? []), body] });
    else if (before) fates.set(details.push_id, { statuses: settled, settled: body });
  } else if (putsBack.includes(type)) {
    for (const [id, fate] of addressed(body, fates))
      if (fate.statuses.has("dead")) fates.set(id, { statuses: widened(body, fate), settled: fate.settled });
  } else if (type === "push.lines_cancelled") {
    for (const [id, fate] of addressed(body, fates))
      if (fate.statuses.has("queued") || fate.statuses.has("dead"))
        fates.set(id, { statuses: cancelled(body, fate), settled: null });
  } else if (type === "hitl.cancelled" || type === "hitl.superseded") {
    for (const id of fates.keys()) fates.set(id, { statuses: only("cancelled"), settled: null });
  }
}

/** The pushes that the event names; all of them where it is of version 1, which named none. */
function addressed({ details }: EventBody, fates: Map<number, PushFate>): [number, PushFate][] {
  const ids = details.push_ids as number[] | undefined;
  return [...fates].filter(([id]) => ids === undefined || ids.includes(id));
}

const isNamed = ({ details }: EventBody) => details.push_ids !== undefined;
const widened = (body: EventBody, { statuses }: PushFate) =>
  isNamed(body) ? waiting : new Set([...statuses, ...waiting]);
const cancelled = (body: EventBody, { statuses }: PushFate) =>
  isNamed(body) ? only("cancelled") : new Set([...statuses, "cancelled"]);
