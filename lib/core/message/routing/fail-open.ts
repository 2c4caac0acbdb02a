import { quietEndAt } from "./quiet-hours";
import { type MatchedSubject, type RoutedPerson, type Verdict, isAway } from "./routing";

/**
 * The verdicts where otherwise no person would hear of the subject in time. Everybody who may act and is awake and present is
 * notified at once; if there is none, everybody in quiet hours; if there is none, everybody who is away. One call too many at
 * night is better than a critical action that nobody sees.
 */
export function withSomebodyNotified(
  verdicts: readonly Verdict[],
  { people, now }: MatchedSubject,
): Verdict[] {
  const able = people.filter(({ mayAct, reach }) => mayAct && reach.length > 0);
  const present = able.filter((person) => !isAway(person, now));
  const awake = present.filter(({ quietHours }) => quietEndAt(quietHours, now) === null);
  const chosen = [awake, present, able].find(({ length }) => length > 0) ?? [];
  return verdicts.map((verdict) => {
    const person = chosen.find(({ userId }) => userId === verdict.userId);
    return person ? { ...verdict, ...noticeAtOnce(person, now) } : verdict;
  });
}

function noticeAtOnce({ reach }: RoutedPerson, now: Date): Omit<Verdict, "userId" | "name"> {
  const preferred = reach.filter(({ isPreferred }) => isPreferred);
  const by = preferred.length > 0 ? preferred : reach;
  return { at: now, by, urgent: true, digestOn: null, byRule: true, why: "Nobody else would hear of it now" };
}
