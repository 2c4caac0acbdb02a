import type { Fault } from "./fault";

export type FaultRegistry = ReturnType<typeof createFaultRegistry>;

interface ArmedFault extends Fault {
  id: number;
  left: number;
}

/** Holds the faults that wait for a request, and hands each request those that strike it. */
export function createFaultRegistry() {
  let faults: (ArmedFault & { random: () => number })[] = [];
  const attempts = new Map<string, number>();
  let lastId = 0;

  const countAttempt = (key: string | null, op: string): number => {
    const name = `${op} ${key}`;
    const count = (attempts.get(name) ?? 0) + 1;
    attempts.set(name, count);
    return count;
  };

  return {
    add(fault: Fault): ArmedFault {
      lastId += 1;
      const armed = { ...fault, id: lastId, left: fault.times };
      faults.push({ ...armed, random: seededRandom(fault.seed) });
      return armed;
    },
    clear(): void {
      faults = [];
    },
    list: (): ArmedFault[] => faults.map(({ random: _random, ...fault }) => fault),
    /** Counts the request as an attempt of its key and operation, and spends the faults it returns. */
    take({ key, op }: { key: string | null; op: string }): Fault[] {
      const attempt = countAttempt(key, op);
      const strikes = faults.filter(
        (fault) =>
          (fault.key === "*" || fault.key === key) &&
          (fault.op === "*" || fault.op === op) &&
          (fault.attempt === undefined || fault.attempt === attempt) &&
          (fault.probability === 1 || fault.random() < fault.probability),
      );
      for (const fault of strikes) fault.left -= 1;
      faults = faults.filter((fault) => fault.left > 0);
      return strikes;
    },
  };
}

/** mulberry32: small, and the same schedule for the same seed. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
