import type { ActionSummary, ChangeView } from "@/lib/contract/actions/action-view";
import { CARD_LIMITS } from "@/lib/core/action/unshown";
import { tierLabel } from "@/lib/core/action/risk-tier";
import { changeText } from "@/lib/view/action/change-text";
import { impactText } from "@/lib/view/action/facts";
import { orderedAs } from "@/lib/view/action/letter";
import { ruleWords } from "@/lib/view/action/tier-words";
import { formatDelta, formatPercent } from "@/lib/view/decimal";
import { plainWords, sentenceCase } from "@/lib/view/words";
import { type OutsideTexts, escapeText } from "./outside-text";

/** A proposed action in lines of Slack's markup, made from its payload alone. */

const ABOUT_MAX = 8;
/** Eleven of them fit in one section. */
const NAME_LENGTH = 200;

/** `Strawberries 8×1 lb clamshell · item 10472 · Driscoll's` */
export function subjectLine(action: ActionSummary, outside: OutsideTexts): string {
  const { subject, entity_type: type, entity_ref: ref, customer, about } = action;
  const texts = [
    outside.inline(subject, NAME_LENGTH),
    `${escapeText(plainWords(type))} ${outside.inline(ref, NAME_LENGTH)}`,
    ...(customer === null || customer === ref ? [] : [outside.inline(customer, NAME_LENGTH)]),
    ...about
      .filter(({ text }) => text !== ref)
      .slice(0, ABOUT_MAX)
      .map(({ words, text }) =>
        [escapeText(words), text === null ? "" : outside.inline(text, NAME_LENGTH)].filter(Boolean).join(" "),
      ),
  ];
  if (about.length > ABOUT_MAX) outside.isExact = false;
  return texts.join(" · ");
}

/** Each change on a line of its own: `price $1.42 → $1.48 (+$0.06 · +4.2 %)`. Of a roll its sentence stands there. */
export function changeLines(action: ActionSummary, outside: OutsideTexts): string[] {
  if (action.line_count !== null) return [outside.inline(action.sentence)];
  const { letter, changes } = action;
  const ordered = letter === null ? changes : orderedAs(letter, changes);
  const shown = ordered.slice(0, CARD_LIMITS.changesMax).map((change) => changeLine(action, change, outside));
  const more = ordered.length - shown.length;
  if (more === 0) return shown;
  outside.isExact = false;
  return [...shown, `_and ${more} more, not shown here_`];
}

function changeLine(action: ActionSummary, change: ChangeView, outside: OutsideTexts): string {
  const label = `*${labelOf(change.label, outside)}*`;
  return change.kind === "text"
    ? textLines(label, change, outside)
    : numberLine(label, change, action.impact.currency, outside);
}

/** The label of a known field is ours. One that no renderer knows came with the payload. */
const labelOf = (label: string, outside: OutsideTexts) =>
  /^[A-Za-z0-9 ,()%/-]{1,60}$/.test(label) ? sentenceCase(label) : outside.inline(label, NAME_LENGTH);

/** Each end on a line of its own: letters that run from right to left would turn two on one line round. */
function textLines(
  label: string,
  { from, proposed_live: live, to }: ChangeView,
  outside: OutsideTexts,
): string {
  const before = live ?? from;
  const after = to === null ? "_(emptied)_" : outside.fitting(to);
  if (before === null || before === "") return `${label}: ${after}`;
  return `${label}, before: ${outside.fitting(before)}\n${label}, after: ${after}`;
}

function numberLine(label: string, change: ChangeView, currency: string, outside: OutsideTexts): string {
  const { from, to } = changeText(change, currency);
  const ends = from === null ? outside.inline(to) : `${outside.inline(from)} → ${outside.inline(to)}`;
  return `${label} ${ends}${differenceOf(change, currency)}`;
}

/** Empty where nothing is compared. A quantity that is added is its own difference. */
function differenceOf(change: ChangeView, currency: string): string {
  const { delta, delta_percent: percent, kind, is_difference: isDifference } = change;
  if (delta === null || isDifference || (change.proposed_live ?? change.from) === null) return "";
  const parts = [
    formatDelta(delta, kind, currency),
    ...(percent === null ? [] : [formatPercent(percent, { signed: true })]),
  ];
  return ` (${parts.map(escapeText).join(" · ")})`;
}

/** `Proposed by pricing-agent for Priya Raman · impact +$540` */
export function proposerLine(action: ActionSummary, outside: OutsideTexts): string {
  const { agent, on_behalf_of: onBehalfOf, author } = action;
  const parts = [
    `Proposed by ${outside.inline(agent, NAME_LENGTH)}`,
    ...(onBehalfOf === null ? [] : [`for ${outside.inline(onBehalfOf, NAME_LENGTH)}`]),
    ...(author === null ? [] : [`· this version by ${outside.inline(author, NAME_LENGTH)}`]),
    `· impact ${escapeText(impactText(action))}`,
  ];
  return parts.join(" ");
}

/** `*L3 Medium*. It moves by 5 % or more.` */
export const tierLine = (action: ActionSummary): string =>
  `*${tierLabel(action.risk_level)}*. ${escapeText(ruleWords(action))}.`;
