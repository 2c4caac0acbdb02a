import { type TenantTransaction, inTenant } from "@/db/client";
import { readContentSetting } from "@/db/queries/controls/content-setting";
import type { TimelineEntry, UnredactedDetail, UnredactedSummary } from "@/lib/contract/actions/action-view";
import {
  type DetailOutline,
  type EntryOutline,
  KEPT_OF_DETAIL,
  KEPT_OF_ENTRY,
  KEPT_OF_SUMMARY,
  type SummaryOutline,
} from "@/lib/contract/actions/outline";
import type { Person } from "@/lib/core/access/principal";
import { AppError } from "@/lib/core/errors";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { outlineTextOf } from "@/lib/gateway/ledger/timeline";

/**
 * Decides who sees the content of proposed actions, for every read of them, and projects what stays for the others. A
 * viewer sees content only where the tenant's setting says so; without a row of the setting it does not.
 */
export interface Sight {
  userId: number;
  seesContent: boolean;
}

/** Reads within a transaction whether the person sees content. */
export async function sightIn(
  tx: TenantTransaction,
  { tenantId, userId, role }: Pick<Person, "tenantId" | "userId" | "role">,
): Promise<Sight> {
  const seesContent =
    role !== "viewer" || ((await readContentSetting(tx, tenantId))?.viewersSeeContent ?? false);
  return { userId, seesContent };
}

/** The same for a page, which says what is hidden. */
export async function readSight(person: Person, gateway: Gateway = getGateway()): Promise<Sight> {
  return inTenant(gateway.database, person.tenantId, (tx) => sightIn(tx, person));
}

/** For reads that consist of content alone. @throws AppError not_allowed 403. */
export async function requireSightIn(tx: TenantTransaction, person: Person, content: string): Promise<Sight> {
  const sight = await sightIn(tx, person);
  if (sight.seesContent) return sight;
  throw new AppError(
    "not_allowed",
    `${content} hidden from viewers. An approver or an administrator sees it, and an administrator can show it to viewers.`,
    { members: { redacted: true } },
  );
}

/** The answers of tools hold values of records: `from`, patches, live values of a refusal. */
export const CHAT_TOOL_ANSWERS = "Answers of chat tools hold content, which is";

/** `requireSightIn` outside a transaction. */
export async function assertSeesContent(
  person: Person,
  content: string,
  { database }: Gateway,
): Promise<void> {
  await inTenant(database, person.tenantId, (tx) => requireSightIn(tx, person, content));
}

/** The impact without the words that it was reckoned from: a price and a volume give the change away. */
const withoutBasis = (impact: UnredactedSummary["impact"]) => ({ ...impact, basis: null });

/** NetSuite's own words about a write hold values of the write. */
const withoutError = (push: UnredactedSummary["push"]) => push && { ...push, error: null };

const outlineOf = (whole: object, names: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(whole).map(([name, value]) => [name, name in names ? value : null]));

/** The part of a summary that stays visible where content is hidden. */
export function summaryOutlineOf(whole: UnredactedSummary): SummaryOutline {
  const { push, impact } = whole;
  return {
    ...outlineOf(whole, KEPT_OF_SUMMARY),
    impact: withoutBasis(impact),
    push: withoutError(push),
    redacted: true,
  } as SummaryOutline;
}

/** The part of a detail that stays visible where content is hidden. */
export function detailOutlineOf(whole: UnredactedDetail): DetailOutline {
  const { push, impact, timeline } = whole;
  return {
    ...outlineOf(whole, KEPT_OF_DETAIL),
    impact: withoutBasis(impact),
    push: withoutError(push),
    may: withoutReasons(whole.may),
    timeline: timeline.map(entryOutlineOf),
    redacted: true,
  } as DetailOutline;
}

const entryOutlineOf = (entry: TimelineEntry): EntryOutline =>
  ({ ...outlineOf(entry, KEPT_OF_ENTRY), text: outlineTextOf(entry) }) as EntryOutline;

/** The reasons why something is refused may name what the record holds. */
function withoutReasons(may: UnredactedDetail["may"]): UnredactedDetail["may"] {
  const allowed = Object.entries(may).map(([verb, { allowed: yes }]) => [verb, { allowed: yes, why: null }]);
  return Object.fromEntries(allowed) as UnredactedDetail["may"];
}
