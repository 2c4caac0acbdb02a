/** The address of the ledger's page: which part of it, and of the events which ones. */

export const LEDGER_PARTS = ["proof", "events", "checkpoints"] as const;
export type LedgerPart = (typeof LEDGER_PARTS)[number];

export interface LedgerFilter {
  part: LedgerPart;
  type: string | null;
  subject: string | null;
  subjectId: number | null;
  actor: string | null;
  from: string | null;
  to: string | null;
}

export const EVENT_GROUPS = [
  { value: "hitl.", name: "Actions" },
  { value: "push.", name: "Delivery" },
  { value: "kill_switch.", name: "Kill switches" },
  { value: "lane.", name: "NetSuite lane" },
  { value: "person.", name: "People" },
  { value: "agent.", name: "Agents" },
  { value: "policy.", name: "Policy" },
  { value: "risk_tier_rules.", name: "Thresholds" },
  { value: "standing_authorisation.", name: "Standing authorisations" },
  { value: "retention.", name: "Retention" },
  { value: "job.", name: "Jobs" },
  { value: "workflow.", name: "Workflows" },
  { value: "run.", name: "Runs" },
  { value: "interaction.", name: "Questions" },
  { value: "run_caps.", name: "Caps of runs" },
  { value: "model_prices.", name: "Model prices" },
] as const;

const eventsPerPage = 30;

/** Anything else in an address means nothing. */
export function parseLedgerFilter(param: (name: string) => string | null): LedgerFilter {
  const matching = (name: string, pattern: RegExp) => {
    const value = param(name);
    return value !== null && pattern.test(value) ? value : null;
  };
  const id = matching("id", /^[1-9]\d{0,14}$/);
  return {
    part: LEDGER_PARTS.find((part) => part === param("part")) ?? "proof",
    type: matching("type", /^[a-z_]{1,40}\.[a-z_]{0,40}$/),
    subject: matching("subject", /^[a-z_]{1,63}$/),
    subjectId: id === null ? null : Number(id),
    actor: matching("actor", /^.{1,200}$/),
    from: matching("from", /^\d{4}-\d{2}-\d{2}$/),
    to: matching("to", /^\d{4}-\d{2}-\d{2}$/),
  };
}

function searchOf(
  { type, subject, subjectId, actor, from, to }: LedgerFilter,
  idName: string,
): URLSearchParams {
  return new URLSearchParams({
    ...(type ? { type } : {}),
    ...(subject ? { subject } : {}),
    ...(subjectId === null ? {} : { [idName]: String(subjectId) }),
    ...(actor ? { actor } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  });
}

export function ledgerHref(filter: LedgerFilter): string {
  if (filter.part !== "events") return filter.part === "proof" ? "/ledger" : `/ledger?part=${filter.part}`;
  const search = searchOf(filter, "id");
  search.set("part", "events");
  return `/ledger?${search.toString()}`;
}

/** The query of GET /api/audit/events. */
export function eventsQueryOf(filter: LedgerFilter): URLSearchParams {
  const search = searchOf(filter, "subject_id");
  search.set("limit", String(eventsPerPage));
  return search;
}

export const NO_EVENT_FILTER = {
  type: null,
  subject: null,
  subjectId: null,
  actor: null,
  from: null,
  to: null,
};
