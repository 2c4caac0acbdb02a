import { z } from "zod";
import { compareDecimals } from "@/lib/core/values/decimal";
import { formatCents } from "@/lib/core/values/money";
import { type ProposalPayload, type RollLine, asLine, inOneSpelling } from "@/lib/core/payload/payload";
import { asProposed, changeOf } from "./change";
import { inBaseCurrency, weighedCurrencyOf } from "./currency";
import type { ActionTypeDefinition, LinesOfRoll, LiveRead, RollFigures, Weighed } from "./definition";
import { type Words, reference, schemasOf, word } from "./tool";

/** A roll: many writes of one type under one decision. */

interface RollWords {
  title: string;
  /** `["price", "prices"]` */
  thing: readonly [one: string, many: string];
  /** The parties of the lines, as NetSuite or the line itself names them: `["customer", "customers"]`. */
  party: readonly [one: string, many: string];
  partyOf(line: ProposalPayload, live: LiveRead | null): string | null;
}

const LINES_MAX = 500;

/** A roll weighs as all its lines together: money adds up without regard to sign, and of the moves the largest counts. */
export function rollOf(line: ActionTypeDefinition, words: RollWords) {
  const spec: LinesOfRoll = { actionType: line.type, entityType: line.entityTypes[0], max: LINES_MAX };
  const linesOf = (payload: ProposalPayload) => (payload.lines ?? []).map((one) => lineAsPayload(spec, one));
  const direction = (payload: ProposalPayload): -1 | 0 | 1 => {
    const { from, to } = changeOf(payload, line.fields[0].field);
    return compareDecimals(to, from) ?? 0;
  };
  const partiesOf = (lines: readonly ProposalPayload[], live: LiveRead | null): string[] => {
    const names = lines.map((one, index) => words.partyOf(one, live?.lines?.[index] ?? null));
    return [...new Map(names.filter((name) => name !== null).map((n) => [inOneSpelling(n), n])).values()];
  };
  // From the lines themselves wherever they are at hand, never from the figures stored of them.
  const figuresOf = (payload: ProposalPayload, live: LiveRead | null): RollFigures | null => {
    if (!payload.lines) return live?.roll ?? null;
    const lines = linesOf(payload);
    const ways = lines.map(direction);
    const parties = partiesOf(lines, live);
    return {
      lines: lines.length,
      raised: ways.filter((way) => way === 1).length,
      lowered: ways.filter((way) => way === -1).length,
      kept: ways.filter((way) => way === 0).length,
      parties: parties.length,
      party: parties.length === 1 ? parties[0]! : null,
      ...worthOf(live),
      unverified: payload.lines.filter((one) => !one.record).length,
    };
  };

  return {
    title: words.title,
    destination: line.destination,
    effect: line.effect,
    record: line.record,
    fields: line.fields,
    target: [],
    lines: spec,
    pinnedIds: [],
    facts: line.facts,
    afterExternalEdit: null,
    weigh(payload, live) {
      const parts = linesOf(payload).map((one, index) => {
        const read = live.lines?.[index];
        return read ? inBaseCurrency(line.weigh(one, read), read.facts) : null;
      });
      const weights = parts.filter((part) => part !== null);
      const customers = new Set(parts.map((part) => part?.customerRef ?? null));
      // A roll of one line is that line: it adds to the same totals.
      const only = parts.length === 1 ? parts[0] : null;
      // Amounts of two currencies do not add up; those with a rate are in one by now.
      const isOneCurrency =
        new Set(live.lines?.map((read) => (read ? weighedCurrencyOf(read.facts) : undefined))).size === 1;
      return {
        movementPercent: largestMove(weights),
        impactCents: isOneCurrency ? sumOfSizes(parts) : null,
        basis: "a year",
        customerRef: customers.size === 1 ? [...customers][0]! : null,
        sku: only?.sku ?? null,
        locationRef: only?.locationRef ?? null,
        complete: isOneCurrency && parts.every((part) => part?.complete ?? false),
        lines: parts,
      };
    },
    rollFigures: figuresOf,
    subject: (payload, live) =>
      `${count(figuresOf(payload, live)?.lines ?? 0, words.thing)} in ${words.title.toLowerCase()} ${payload.entity_ref}`,
    details(payload, live) {
      const parties = figuresOf(payload, live)?.parties ?? 0;
      return parties === 0 ? [] : [count(parties, words.party)];
    },
    says: [],
    sentence(payload, live) {
      const figures = figuresOf(payload, live);
      if (!figures) return `${words.title} ${payload.entity_ref}`;
      const { parties, party } = figures;
      return [
        sentenceStart(figures, words.thing),
        parties === 0 ? "" : ` for ${party ?? count(parties, words.party)}`,
        netText(figures, live),
      ].join("");
    },
    undo(payload) {
      const undone = linesOf(payload).map((one) => line.undo(one));
      if (undone.some((one) => one === null)) return null;
      return { ...asProposed(payload), lines: undone.map((one) => asLine(one!)) };
    },
  } satisfies Partial<ActionTypeDefinition>;
}

/** One line of a roll as a proposal of its own. */
export function lineAsPayload({ actionType, entityType }: LinesOfRoll, line: RollLine): ProposalPayload {
  return { action_type: actionType, entity_type: entityType, ...line };
}

/** `Proposes many new vendor costs as one: …` */
export const rollDescription = (things: string): string =>
  `Proposes many new ${things} as one: they are read, decided and signed together, and written one by one. Critical: two steps and the roll's name typed by a person.`;

export const rollName = (example: string) =>
  word("entity_ref", reference, `The roll's name, such as ${example}; the person who approves types it.`);

/** The list of a roll's lines; each line has these words. */
export const rollEntries = <Given extends Words>(words: Given, thing: string) => {
  const entries = z
    .array(z.strictObject(schemasOf(words)))
    .min(1)
    .max(LINES_MAX);
  return word("lines", entries, `Each ${thing} that changes, each place once.`);
};

function sentenceStart({ raised, lowered, kept }: RollFigures, thing: RollWords["thing"]): string {
  const parts = [
    raised > 0 ? `raise ${count(raised, thing)}` : "",
    lowered > 0 ? `lower ${raised > 0 ? lowered.toLocaleString("en-US") : count(lowered, thing)}` : "",
    kept > 0 ? `set ${raised + lowered > 0 ? kept.toLocaleString("en-US") : count(kept, thing)}` : "",
  ].filter((part) => part !== "");
  const text =
    parts.length < 3 ? parts.join(" and ") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The sum of the lines, raised and lowered ones set against each other, and the number of lines of unknown worth. */
function worthOf(live: LiveRead | null): Pick<RollFigures, "net_cents" | "unweighed"> {
  const cents = (live?.lines ?? []).map((one) => one?.impactCents ?? null);
  const amounts = cents.filter((value) => value !== null);
  const net = amounts.length === 0 ? null : amounts.reduce((sum, value) => sum + value, 0);
  return { net_cents: net, unweighed: cents.length - amounts.length };
}

/** A sum that leaves lines out says so. */
function netText({ net_cents: net, unweighed = 0 }: RollFigures, live: LiveRead | null): string {
  if (net === null) return "";
  const currency = live?.facts.currency ?? "USD";
  const remainder = unweighed === 0 ? "" : ` and ${count(unweighed, ["line", "lines"])} of unknown worth`;
  return `, ${net < 0 ? "−" : "+"}${formatCents(Math.abs(net), currency)} a year${remainder}`;
}

/** Null as soon as one is unknown: a sum without it would look small. */
function sumOfSizes(parts: readonly (Weighed | null)[]): number | null {
  let sum = 0;
  for (const part of parts) {
    if (part === null || part.impactCents === null) return null;
    sum += Math.abs(part.impactCents);
  }
  return Math.min(sum, Number.MAX_SAFE_INTEGER);
}

function largestMove(parts: readonly Weighed[]): string | null {
  const size = (text: string) => text.replace("-", "");
  return parts.reduce<string | null>((largest, { movementPercent: move }) => {
    if (move === null) return largest;
    return largest === null || compareDecimals(size(move), size(largest)) === 1 ? move : largest;
  }, null);
}

/** `1 price`, `480 prices` */
function count(n: number, [one, many]: readonly [string, string]): string {
  return `${n.toLocaleString("en-US")} ${n === 1 ? one : many}`;
}
