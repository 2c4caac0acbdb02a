import { CronExpressionParser } from "cron-parser";
import type { ChannelKind } from "@/lib/core/message/message";
import { quietEndAt } from "./quiet-hours";
import type { DigestTime, MatchedSubject, Reach, RoutedPerson } from "./routing";

/** Digests: the actions of low tiers that wait for one person, told once on working days instead of one by one. Pure. */

export const DIGEST_TIER_MAX = 2;
/** A digest is read, not noticed: browsers show none. */
export const DIGEST_KINDS: readonly ChannelKind[] = ["email", "slack"];
/** 09:00, where the company's rule asks for a digest and its person named no time. */
export const USUAL_DIGEST_MINUTE = 540;

export interface NextDigest {
  at: Date;
  /** The day there: `2026-11-30`. */
  day: string;
}

/** The next one after `now`, Monday to Friday. */
export function nextDigest({ timeZone, minute }: DigestTime, now: Date): NextDigest {
  const pattern = `${minute % 60} ${Math.floor(minute / 60)} * * 1-5`;
  const at = CronExpressionParser.parse(pattern, { tz: timeZone, currentDate: now }).next().toDate();
  return { at, day: new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }).format(at) };
}

/**
 * The digest that a person hears of this subject in, and by which channels. It waits for the end of quiet hours. Null: they are told of
 * it by itself. A rule by which somebody is told later, where nobody decided, is told at once.
 */
export function digestFor(
  { person, by }: { person: RoutedPerson; by: readonly Reach[] },
  { rule, subject, now }: MatchedSubject,
): (NextDigest & { by: Reach[] }) | null {
  if (subject.tier === null || subject.tier > DIGEST_TIER_MAX) return null;
  if (rule?.order === "one_after_another" || (rule?.escalate ?? null) !== null) return null;
  if (!person.digest.isChosen && rule?.digest !== true) return null;
  const fits = (reach: readonly Reach[]) => reach.filter(({ kind }) => DIGEST_KINDS.includes(kind));
  const reach = [fits(by), fits(person.reach)].find(({ length }) => length > 0);
  if (reach === undefined) return null;
  const next = nextDigest(person.digest, now);
  return { ...next, at: quietEndAt(person.quietHours, next.at) ?? next.at, by: reach };
}
