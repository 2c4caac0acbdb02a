import { quietEndAt } from "./quiet-hours";
import { type Matched, type RoutedPerson, type Verdict, isAway } from "./routing";

/**
 * Nobody would hear of it in time: everybody who may act and is there is told at once, else whoever is in quiet hours, else whoever
 * is away. A waking call too many is better than a critical action that nobody sees.
 */
export function chooseNobodyElse(verdicts: readonly Verdict[], { people, now }: Matched): Verdict[] {
  const able = people.filter(({ mayAct, reach }) => mayAct && reach.length > 0);
  const present = able.filter((person) => !isAway(person, now));
  const awake = present.filter(({ quietHours }) => quietEndAt(quietHours, now) === null);
  const chosen = [awake, present, able].find(({ length }) => length > 0) ?? [];
  return verdicts.map((verdict) => {
    const person = chosen.find(({ userId }) => userId === verdict.userId);
    return person ? { ...verdict, ...toldAtOnce(person, now) } : verdict;
  });
}

function toldAtOnce({ reach }: RoutedPerson, now: Date): Omit<Verdict, "userId" | "name"> {
  const wished = reach.filter(({ isWished }) => isWished);
  const by = wished.length > 0 ? wished : reach;
  return { at: now, by, urgent: true, digestOn: null, byRule: true, why: "Nobody else would hear of it now" };
}
