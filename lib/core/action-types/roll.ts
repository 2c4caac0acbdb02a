import { compareDecimals } from "@/lib/core/values/decimal";
import {
  type ActionType,
  type ProposalPayload,
  asLine,
  linePayloadsOf,
  targetText,
} from "@/lib/core/field-map";
import { formatCents } from "@/lib/core/values/money";
import { inOneSpelling } from "@/lib/core/record-key";
import {
  type ActionTypeDefinition,
  type LiveRead,
  type RollFigures,
  type Weighed,
  asProposed,
  changeOf,
} from "./definition";

export interface RollWords {
  type: ActionType;
  entityType: string;
  title: string;
  /** `["price", "prices"]` */
  thing: readonly [one: string, many: string];
  /** Whom the lines are for, as NetSuite or the line itself names them: `["customer", "customers"]`. */
  party: readonly [one: string, many: string];
  field: string;
  partyOf(line: ProposalPayload, live: LiveRead | null): string | null;
}

/** A roll weighs as all its lines together: money adds up without regard to sign, and of the moves the largest counts. */
export function rollDefinition(line: ActionTypeDefinition, words: RollWords): ActionTypeDefinition {
  const direction = (payload: ProposalPayload): -1 | 0 | 1 => {
    const { from, to } = changeOf(payload, words.field);
    return compareDecimals(to, from) ?? 0;
  };
  const partiesOf = (lines: readonly ProposalPayload[], live: LiveRead | null): string[] => {
    const names = lines.map((one, index) => words.partyOf(one, live?.lines?.[index] ?? null));
    return [...new Map(names.filter((name) => name !== null).map((n) => [inOneSpelling(n), n])).values()];
  };
  // From the lines themselves wherever they are there, never from what was noted of them.
  const figuresOf = (payload: ProposalPayload, live: LiveRead | null): RollFigures | null => {
    if (!payload.lines) return live?.roll ?? null;
    const lines = linePayloadsOf(payload);
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
    type: words.type,
    entityTypes: [words.entityType],
    title: words.title,
    fieldLabels: line.fieldLabels,
    weigh(payload, live) {
      const parts = linePayloadsOf(payload).map((one, index) => {
        const read = live.lines?.[index];
        return read ? line.weigh(one, read) : null;
      });
      const known = parts.filter((part) => part !== null);
      const customers = new Set(parts.map((part) => part?.customerRef ?? null));
      // Amounts of two currencies do not add up.
      const isOneCurrency = new Set(live.lines?.map((read) => read?.facts.currency)).size === 1;
      return {
        movementPercent: largestMove(known),
        impactCents: isOneCurrency ? sumOfSizes(parts) : null,
        basis: `a year, over ${count(parts.length, ["line", "lines"])}`,
        customerRef: customers.size === 1 ? [...customers][0]! : null,
        sku: null,
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
      const undone = linePayloadsOf(payload).map((one) => line.undo(one));
      if (undone.some((one) => one === null)) return null;
      return { ...asProposed(payload), lines: undone.map((one) => asLine(one!)) };
    },
  };
}

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

/** What the lines come to, up and down set against each other, and how many nobody can say it of. */
function worthOf(live: LiveRead | null): Pick<RollFigures, "net_cents" | "unweighed"> {
  const cents = (live?.lines ?? []).map((one) => one?.impactCents ?? null);
  const known = cents.filter((value) => value !== null);
  const net = known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
  return { net_cents: net, unweighed: cents.length - known.length };
}

/** A sum that leaves lines out says so. */
function netText({ net_cents: net, unweighed = 0 }: RollFigures, live: LiveRead | null): string {
  if (net === null) return "";
  const currency = live?.facts.currency ?? "USD";
  const left = unweighed === 0 ? "" : ` and ${count(unweighed, ["line", "lines"])} of unknown worth`;
  return `, ${net < 0 ? "−" : "+"}${formatCents(Math.abs(net), currency)} a year${left}`;
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

/** The customer a price line is for. */
export function customerOfLine(line: ProposalPayload, live: LiveRead | null): string | null {
  return live?.facts.customer_name ?? targetText(line, "customer") ?? targetText(line, "bid");
}
