import { matchesResponder } from "@/lib/core/interaction/responders";
import { digestFor } from "./digest";
import { withSomebodyNotified } from "./fail-open";
import { quietEndAt } from "./quiet-hours";
import {
  type MatchedSubject,
  type Reach,
  type RoutingResult,
  type RoutedPerson,
  type RoutedSubject,
  type Rule,
  type Verdict,
  isAway,
  withoutMessage,
} from "./routing";

/** Chooses who is told of a question or an action, by which channels and when. It never changes who may decide. Pure. */

export interface Routing {
  rules: readonly Rule[];
  people: readonly RoutedPerson[];
  subject: RoutedSubject;
  now: Date;
}

/** A person to notify, before their absence and quiet hours are considered. */
interface Candidate {
  person: RoutedPerson;
  afterMinutes: number;
  by: readonly Reach[];
  byRule: boolean;
  why: string;
}

const MINUTE_MS = 60_000;
/** From this tier on, somebody is notified at once even where no rule and no preference names a person. */
const NOTIFIED_ALWAYS_FROM_TIER = 4;

/** One verdict per person: notified when and by which channels, or why not. Equal input gives an equal result. */
export function chooseRecipients({ rules, people, subject, now }: Routing): RoutingResult {
  const rule = rules.find((one) => one.enabled && matches(one, subject)) ?? null;
  const routing = { rule, people, subject, now };
  const candidates = candidatesOf(routing);
  const verdicts = new Map<number, Verdict>();
  for (const candidate of candidates) judge(candidate, routing, verdicts);
  const chosenVerdicts = people.map((person) => verdicts.get(person.userId) ?? notChosen(person, routing));
  const isMeantForSomebody = rules.some(({ enabled }) => enabled) || candidates.length > 0;
  return {
    rule: rule?.name ?? null,
    verdicts:
      isMeantForSomebody && lacksSomebody(chosenVerdicts, subject, now)
        ? withSomebodyNotified(chosenVerdicts, routing)
        : chosenVerdicts,
  };
}

function matches({ when }: Rule, subject: RoutedSubject): boolean {
  const { about, tier, type, workspace, amountCents } = subject;
  const amount = amountCents === null ? null : Math.abs(amountCents) / 100;
  return (
    (when.about === "both" || when.about === about) &&
    isWithin(tier, when.tier_min, when.tier_max) &&
    (when.types === null || when.types.includes(type)) &&
    (when.workspaces === null || (workspace !== null && when.workspaces.includes(workspace))) &&
    isWithin(amount, when.amount_min, when.amount_max)
  );
}

/** An unknown value lies within no limits. */
function isWithin(value: number | null, min: number | null, max: number | null): boolean {
  if (min === null && max === null) return true;
  return value !== null && (min === null || value >= min) && (max === null || value <= max);
}

/** In the order in which they are notified. */
function candidatesOf(matched: MatchedSubject): Candidate[] {
  const { rule } = matched;
  if (rule === null || rule.tell.length === 0) return [...byPreference(matched), ...escalated(matched)];
  return [
    ...(rule.order === "one_after_another" ? onCall(matched, rule) : named(matched, rule)),
    ...escalated(matched),
  ];
}

const byPreference = ({ people, rule, subject }: MatchedSubject): Candidate[] =>
  people.flatMap((person) => {
    const preferred = person.reach.filter(({ isPreferred }) => isPreferred);
    const limited = preferred.filter(({ kind }) => rule?.by?.includes(kind) ?? true);
    if (!person.mayAct || preferred.length === 0) return [];
    const why = subject.about === "question" ? "Is asked" : `Chose to hear of L${subject.tier}`;
    return [{ person, afterMinutes: 0, by: limited.length > 0 ? limited : preferred, byRule: false, why }];
  });

const named = ({ people }: MatchedSubject, rule: Rule): Candidate[] =>
  people
    .filter((person) => rule.tell.some((target) => matchesResponder(target, person)))
    .map((person) => chosen(person, rule, { afterMinutes: 0, why: `Named by the rule “${rule.name}”` }));

/** A person who is away or in quiet hours loses the turn, unless all of them are. */
function onCall(matched: MatchedSubject, rule: Rule): Candidate[] {
  const inOrder = [
    ...new Set(rule.tell.flatMap((target) => matched.people.filter((one) => matchesResponder(target, one)))),
  ];
  const there = inOrder.filter(
    (person) => person.mayAct && person.reach.length > 0 && isThere(person, matched),
  );
  return (there.length > 0 ? there : inOrder).map((person, place) =>
    chosen(person, rule, {
      afterMinutes: place * rule.next_after_minutes,
      why:
        place === 0
          ? `First on call of the rule “${rule.name}”`
          : `On call by the rule “${rule.name}”, where nobody decided within ${place * rule.next_after_minutes} minutes`,
    }),
  );
}

const isThere = (person: RoutedPerson, { now, rule }: MatchedSubject): boolean =>
  !isAway(person, now) && (rule?.through_quiet_hours === true || quietEndAt(person.quietHours, now) === null);

function escalated({ people, rule }: MatchedSubject): Candidate[] {
  if (rule?.escalate == null) return [];
  const { after_minutes: afterMinutes, tell } = rule.escalate;
  const why = `By the rule “${rule.name}”, where nobody decided within ${afterMinutes} minutes`;
  return people
    .filter((person) => tell.some((target) => matchesResponder(target, person)))
    .map((person) => chosen(person, rule, { afterMinutes, why }));
}

/** The candidacy of a person whom a rule names: by the rule's channels; if none of these reaches them, by those that they chose; else by any that does. */
function chosen(
  person: RoutedPerson,
  rule: Rule,
  { afterMinutes, why }: Pick<Candidate, "afterMinutes" | "why">,
): Candidate {
  const ofRule = person.reach.filter(({ kind }) => rule.by?.includes(kind) ?? false);
  const preferred = person.reach.filter(({ isPreferred }) => isPreferred);
  const by = [ofRule, preferred, person.reach].find(({ length }) => length > 0) ?? [];
  return { person, afterMinutes, by, byRule: true, why };
}

/** The first candidacy of a person counts; a later one counts only if the earlier did not notify them. */
function judge(candidate: Candidate, matched: MatchedSubject, verdicts: Map<number, Verdict>): void {
  const { person } = candidate;
  const before = verdicts.get(person.userId);
  if (before !== undefined && (before.at !== null || candidate.afterMinutes > 0)) return;
  if (!isAway(person, matched.now)) return void verdicts.set(person.userId, verdictOn(candidate, matched));
  const deputy = deputyOf(person, matched);
  verdicts.set(person.userId, {
    ...withoutMessage(person),
    why:
      deputy === null ? "Is away, and has no deputy who may act" : `Is away; ${deputy.name} is told instead`,
  });
  if (deputy === null || verdicts.get(deputy.userId)?.at) return;
  const instead = deputyCandidate(deputy, candidate);
  verdicts.set(deputy.userId, verdictOn(instead, matched));
}

/** A deputy who is away too has no deputy in their turn. */
function deputyOf({ away }: RoutedPerson, { people, now }: MatchedSubject): RoutedPerson | null {
  const deputy = people.find(({ userId }) => userId === away!.deputyUserId);
  return deputy && deputy.mayAct && deputy.reach.length > 0 && !isAway(deputy, now) ? deputy : null;
}

function deputyCandidate(deputy: RoutedPerson, candidate: Candidate): Candidate {
  const same = deputy.reach.filter(({ kind }) => candidate.by.some((one) => one.kind === kind));
  const why = `Deputy of ${candidate.person.name}, who is away`;
  return { ...candidate, person: deputy, by: same.length > 0 ? same : deputy.reach, byRule: true, why };
}

function verdictOn({ person, by, byRule, why, afterMinutes }: Candidate, matched: MatchedSubject): Verdict {
  const { rule, subject, now } = matched;
  if (!person.mayAct) return { ...withoutMessage(person), why: mayNotWords(subject) };
  if (by.length === 0) return { ...withoutMessage(person), why: "No channel reaches them" };
  const digest = afterMinutes === 0 ? digestFor({ person, by }, matched) : null;
  if (digest !== null) return inDigest(digest, { person, byRule, why });
  const turn = new Date((subject.chosenAt ?? now).getTime() + afterMinutes * MINUTE_MS);
  const at = turn > now ? turn : now;
  const notice = { userId: person.userId, name: person.name, by, byRule, digestOn: null };
  const quietEnd = quietEndAt(person.quietHours, at);
  if (quietEnd === null || rule?.through_quiet_hours)
    return { ...notice, at, urgent: rule?.through_quiet_hours === true, why };
  // A question names its responders, so one that ends during quiet hours is worth a disturbance.
  if (subject.about === "question" && subject.endsAt <= quietEnd)
    return { ...notice, at, urgent: true, why: `${why}; it ends before their quiet hours do` };
  return { ...notice, at: quietEnd, urgent: false, why: `${why}, after their quiet hours` };
}

const inDigest = (
  { at, day, by }: NonNullable<ReturnType<typeof digestFor>>,
  { person: { userId, name }, byRule, why }: Pick<Candidate, "person" | "byRule" | "why">,
): Verdict => ({
  userId,
  name,
  at,
  by,
  byRule,
  urgent: false,
  digestOn: day,
  why: `${why}; told in the digest of ${day}`,
});

const mayNotWords = ({ about }: RoutedSubject): string =>
  about === "question" ? "Is not asked" : "May not decide it";

function notChosen(person: RoutedPerson, { rule, subject }: MatchedSubject): Verdict {
  return { ...withoutMessage(person), why: whyNot(person, rule, subject) };
}

function whyNot(person: RoutedPerson, rule: Rule | null, subject: RoutedSubject): string {
  if (!person.mayAct) return mayNotWords(subject);
  if (person.reach.length === 0) return "No channel reaches them";
  if (rule === null || rule.tell.length === 0)
    return subject.about === "question"
      ? "Chose not to hear of questions"
      : `Did not choose to hear of L${subject.tier}`;
  const isNamed = rule.tell.some((target) => matchesResponder(target, person));
  return isNamed
    ? "On call, but away or in quiet hours: the next one is told"
    : `The rule “${rule.name}” names others`;
}

/** An action at L4 or L5 needs a person who is notified now; a question needs one responder, at any time. */
function lacksSomebody(verdicts: readonly Verdict[], { about, tier }: RoutedSubject, now: Date): boolean {
  if (about === "question") return verdicts.every(({ at }) => at === null);
  return (tier ?? 0) >= NOTIFIED_ALWAYS_FROM_TIER && !verdicts.some(({ at }) => at !== null && at <= now);
}
