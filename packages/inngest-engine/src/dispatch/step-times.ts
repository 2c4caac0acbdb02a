import type { Op } from "./answer";

const nsPerMs = 1e6;

/**
 * When the bodies of reported steps ran, by the engine's clock: the app's own clock only tells how they lie to one
 * another, the last of them ended when the report came. A step without timing took the whole time. Unix milliseconds.
 */
export function bodyTimes(
  ops: readonly Pick<Op, "timing">[],
  within: { startedAtMs: number; endedAtMs: number },
): (op: Pick<Op, "timing">) => { startedAtMs: number; endedAtMs: number } {
  const ends = ops.flatMap(({ timing }) => (timing ? [timing.a + timing.b] : []));
  const lastEnd = Math.max(0, ...ends);
  return ({ timing }) => {
    if (!timing) return within;
    const endedAtMs = Math.round(within.endedAtMs - (lastEnd - timing.a - timing.b) / nsPerMs);
    return { startedAtMs: Math.round(endedAtMs - timing.b / nsPerMs), endedAtMs };
  };
}
