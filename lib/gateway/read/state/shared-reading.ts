import type { Clock } from "@/lib/clock";

/**
 * One reading for all who ask within `freshMs` of its beginning, and at most one under way: the cost does not grow with
 * the callers. A reading that fails is told to those who waited for it, and made again by the next.
 */
export function sharedReading<Answer>(options: {
  read: () => Promise<Answer>;
  freshMs: number;
  clock: Clock;
}): () => Promise<Answer> {
  const { read, freshMs, clock } = options;
  let last: { answer: Promise<Answer>; beganMs: number; isUnderWay: boolean } | null = null;
  return () => {
    const nowMs = clock.now().getTime();
    if (last && (last.isUnderWay || nowMs - last.beganMs < freshMs)) return last.answer;
    const reading = { answer: read(), beganMs: nowMs, isUnderWay: true };
    last = reading;
    void reading.answer.then(
      () => void (reading.isUnderWay = false),
      () => void (last = null),
    );
    return reading.answer;
  };
}
