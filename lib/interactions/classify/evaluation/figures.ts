import {
  READINGS,
  RELEVANCE_CLASSES,
  type ReplyReading,
  type Relevance,
} from "@/lib/core/interaction/interaction";
import type { Classified, LabelledMessage } from "./messages";

/** The figures of an evaluation. The first pass's label counts as true. */

/** Agreement of two passes beyond chance (Cohen 1960), from −1 to 1. */
export function cohensKappa(pairs: readonly (readonly [string, string])[]): number {
  const agreed = pairs.filter(([one, other]) => one === other).length / pairs.length;
  const share = (side: 0 | 1, name: string) =>
    pairs.filter((pair) => pair[side] === name).length / pairs.length;
  const names = new Set(pairs.flat());
  const byChance = [...names].reduce((sum, name) => sum + share(0, name) * share(1, name), 0);
  return byChance === 1 ? 1 : (agreed - byChance) / (1 - byChance);
}

const labelOf = ({ relevance, reading }: LabelledMessage["first"]) => `${relevance}, ${reading}`;

export const kappaOf = (messages: readonly LabelledMessage[]): number =>
  cohensKappa(
    messages.flatMap(({ first, second }) => (second ? [[labelOf(first), labelOf(second)] as const] : [])),
  );

/** The mean over the classes of the harmonic mean of precision and recall. */
export function macroF1(pairs: readonly (readonly [string, string])[], classes: readonly string[]): number {
  const scores = classes.map((name) => {
    const right = pairs.filter(([truth, given]) => truth === name && given === name).length;
    const wrong = pairs.filter(([truth, given]) => (truth === name) !== (given === name)).length;
    return right === 0 ? 0 : (2 * right) / (2 * right + wrong);
  });
  return scores.reduce((sum, score) => sum + score, 0) / classes.length;
}

export interface Figures {
  messages: number;
  relevanceF1: number;
  readingF1: number;
  /** Ids. */
  noReadAsYes: string[];
  /** Anything else than a yes that is read as one, a no included. */
  otherReadAsYes: string[];
  machineOrInjectionRelevant: string[];
  unrelatedRelevant: string[];
  wrongValues: string[];
  shareNotUncertain: number;
  p95Ms: number;
  /** Counts by the true class, then by the assigned class. */
  relevanceConfusion: Record<string, Record<string, number>>;
  readingConfusion: Record<string, Record<string, number>>;
}

export function figuresOf(classified: readonly Classified[]): Figures {
  const relevance = classified.map(
    ({ message, given }) => [message.first.relevance, given.relevance] as const,
  );
  const reading = classified.map(
    ({ message, given }) => [message.first.reading, given.draft.reading] as const,
  );
  const idsOf = (counts: (one: Classified) => boolean) =>
    classified.filter(counts).map(({ message }) => message.id);
  const isYes = ({ given }: Classified) => given.draft.reading === "yes";
  const isRelevantOf = (kinds: readonly string[]) =>
    idsOf(({ message, given }) => given.relevance === "relevant" && kinds.includes(message.kind));
  return {
    messages: classified.length,
    relevanceF1: macroF1(relevance, RELEVANCE_CLASSES),
    readingF1: macroF1(reading, READINGS),
    noReadAsYes: idsOf((one) => isYes(one) && one.message.first.reading === "no"),
    otherReadAsYes: idsOf((one) => isYes(one) && one.message.first.reading !== "yes"),
    machineOrInjectionRelevant: isRelevantOf(["auto_reply", "injection"]),
    unrelatedRelevant: isRelevantOf(["unrelated"]),
    wrongValues: idsOf(
      ({ message, given }) =>
        given.draft.reading === "value" &&
        JSON.stringify(given.draft.value?.answer) !== JSON.stringify(message.first.value),
    ),
    shareNotUncertain: relevance.filter(([, given]) => given !== "uncertain").length / relevance.length,
    p95Ms: percentile95(classified.map(({ ms }) => ms)),
    relevanceConfusion: confusionOf<Relevance>(relevance, RELEVANCE_CLASSES),
    readingConfusion: confusionOf<ReplyReading>(reading, READINGS),
  };
}

function confusionOf<Name extends string>(
  pairs: readonly (readonly [Name, Name])[],
  names: readonly Name[],
): Record<string, Record<string, number>> {
  const countOf = (truth: Name, given: Name) =>
    pairs.filter((pair) => pair[0] === truth && pair[1] === given).length;
  return Object.fromEntries(
    names.map((truth) => [truth, Object.fromEntries(names.map((given) => [given, countOf(truth, given)]))]),
  );
}

function percentile95(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0;
}
