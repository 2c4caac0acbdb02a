import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { partTexts } from "@/lib/action-types/shared/target";
import { actionTypeOf, fieldOf } from "@/lib/action-types/registry";
import type { ProposalPayload, ProposedChange } from "@/lib/core/payload/payload";
import { add } from "@/lib/core/values/decimal";
import { formatQuantity, formatValue } from "@/lib/view/decimal";
import type { ShownAction, ShownText } from "../screen/shown-text";

/** A payload's values and texts, each held against the place on the page that shows it. */

export interface Generated {
  payload: ProposalPayload;
  action: ActionSummary;
  /** The agent's prose, as it was sent. */
  reason: string;
}

interface Where {
  /** A card that offers no approval shows the beginning of a long text and the number of characters that follow. */
  mayCut?: boolean;
  /** Every field has a row of its own there; elsewhere the heading's sentence may say it. */
  hasTable?: boolean;
}

/** Each value and each text of the payload that does not stand in its place exactly as it would be written. */
export function faultsIn(shown: ShownAction, generated: Generated, where: Where = {}): string[] {
  const { payload, action } = generated;
  const faults = [
    ...payload.changes.map((change) => faultOfChange(shown, generated, change, where)),
    ...textsBeside(payload).map((text) => faultOfText(shown, generated, text, where)),
  ];
  return faults.flatMap((fault) => (fault === null ? [] : [`#${action.id} ${action.action_type}: ${fault}`]));
}

/** The agent's own words, in their place and whole. */
export function faultsInProse({ texts }: ShownAction, { action, reason }: Generated): string[] {
  const prose = texts.filter(({ place }) => place === "prose");
  const isExact = prose.length === 1 && isShown(prose[0]!, reason, false);
  return isExact ? [] : [`#${action.id}: the agent's words are ${inShort(prose)}, not ${inShort(reason)}`];
}

function faultOfChange(
  shown: ShownAction,
  generated: Generated,
  change: ProposedChange,
  { mayCut = false, hasTable = false }: Where,
): string | null {
  const written = writtenWords(generated, change);
  const places = shown.fields.filter(({ field }) => field === change.field);
  if (places.length === 0)
    return !hasTable && isSaid(shown, generated, change)
      ? null
      : `${change.field} stands nowhere as ${inShort(written)}`;
  const isExact = places.every(
    (place) => isShown(place, written, mayCut) && (place.ours === "" || place.missing > 0),
  );
  return isExact ? null : `${change.field} is ${inShort(places)}, not ${inShort(written)}`;
}

/** The value of a change as people read it. */
function writtenWords({ payload, action }: Generated, { field, to }: ProposedChange): string {
  const { kind, isDifference } = fieldOf(payload.action_type, field)!;
  const value = String(to);
  if (kind === "text") return value;
  if (!isDifference) return formatValue(value, kind, action.impact.currency);
  const onHand = action.changes.find((one) => one.field === field)?.proposed_live ?? null;
  const leaves = add(onHand, value);
  const by = formatQuantity(value, { signed: true });
  return leaves === null ? by : `${by}, leaves ${formatQuantity(leaves)}`;
}

/** The sentence stands there word for word, and the value stands in it by itself: not as a part of a longer one. */
function isSaid(shown: ShownAction, generated: Generated, change: ProposedChange): boolean {
  const { payload, action } = generated;
  const { says } = actionTypeOf(payload.action_type)!;
  if (!says.includes(change.field) || !standsBeside(shown, action.sentence, false)) return false;
  // No limit is left: the sentence needs no figure for that.
  if (payload.action_type === "customer_credit_revoke")
    return change.to === "0" && action.sentence.startsWith("Revoke the credit limit of ");
  const words = writtenWords(generated, change);
  const { kind, isDifference } = fieldOf(payload.action_type, change.field)!;
  if (kind === "text")
    return action.sentence.includes(`“${words}”`) || action.sentence.includes(` ${words} `);
  if (isDifference && words.includes(", leaves ")) return action.sentence.endsWith(`: ${words} on hand`);
  const number = words.replaceAll(/[.$]/g, String.raw`\$&`);
  return new RegExp(String.raw`(?:to|Build) ${number}(?![.,]?\d)`).test(action.sentence);
}

/** Texts that the write would carry beside its changes, each with the whole texts that may hold it. */
function textsBeside(
  payload: ProposalPayload,
): { text: string; within: (action: ActionSummary) => string[] }[] {
  const { target, says } = actionTypeOf(payload.action_type)!;
  const parts = partTexts(target, payload);
  const quoted = (text: string) => (action: ActionSummary) =>
    action.sentence.includes(`“${text}”`) ? [action.sentence] : [];
  const beside = target.flatMap(({ name, written }) => {
    const text = parts[name];
    if (!written || !text) return [];
    const within = says.includes(name) ? quoted(text) : () => [];
    return [{ text, within }];
  });
  if (payload.action_type !== "cache_invalidation") return beside;
  const { entity_ref: name } = payload;
  return [...beside, { text: name, within: (action) => [`Cache ${name}`, ...quoted(name)(action)] }];
}

function faultOfText(
  shown: ShownAction,
  { action }: Generated,
  { text, within }: ReturnType<typeof textsBeside>[number],
  { mayCut = false }: Where,
): string | null {
  const isThere = [text, ...within(action)].some((whole) => standsBeside(shown, whole, mayCut));
  return isThere ? null : `${inShort(text)} stands nowhere`;
}

const standsBeside = ({ texts }: ShownAction, whole: string, mayCut: boolean): boolean =>
  texts.some((one) => one.place === "beside" && isShown(one, whole, mayCut));

/** Character for character, and to its end where it may not be cut. */
function isShown({ text, isWhole, missing }: ShownText, written: string, mayCut: boolean): boolean {
  if (!isWhole) return false;
  if (missing === 0) return text === written;
  return mayCut && written.startsWith(text) && text.length + missing === written.length;
}

function inShort(shown: string | readonly ShownText[]): string {
  if (typeof shown === "string") return JSON.stringify(shown.slice(0, 80));
  return JSON.stringify(shown.map(({ text, ...rest }) => ({ ...rest, text: text.slice(0, 80) })));
}
