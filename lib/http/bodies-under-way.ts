/** A body that is arriving, as far as memory goes. */
interface Body {
  readonly beganAt: number;
  /** Beyond its bytes each part costs the objects that hold it, and each body those of its request. */
  cost: number;
  readonly giveWay: () => void;
}

const bodyCost = 16 * 1024;
const partCost = 256;

/** The bodies that are arriving at this process. */
export interface BodiesUnderWay {
  /** `giveWay` is called at most once, when the others need the room. */
  begin(giveWay: () => void): Body;
  /** Returns the cost of the whole body so far. This body or another one may have to give way. */
  grow(body: Body, bytes: number): number;
  end(body: Body): void;
}

/**
 * Together they cost no more than `costMax` bytes. Beyond that the body that has held the most for the longest gives way: a caller
 * who sends its body at once, or a small one, loses nothing to those who hold theirs back.
 */
export function bodiesUnderWay(costMax: number, nowMs: () => number): BodiesUnderWay {
  const bodies = new Set<Body>();
  let total = 0;

  function makeRoomFor(cost: number): void {
    while (total + cost > costMax) {
      const heaviest = heaviestOf(bodies, nowMs());
      if (!heaviest) return;
      end(heaviest);
      heaviest.giveWay();
    }
  }

  function end(body: Body): void {
    if (bodies.delete(body)) total -= body.cost;
  }

  return {
    begin(giveWay) {
      makeRoomFor(bodyCost);
      const body: Body = { beganAt: nowMs(), cost: bodyCost, giveWay };
      bodies.add(body);
      total += bodyCost;
      return body;
    },
    grow(body, bytes) {
      const cost = bytes + partCost;
      if (bodies.has(body)) makeRoomFor(cost);
      // Perhaps it was this one that gave way.
      if (bodies.has(body)) total += cost;
      body.cost += cost;
      return body.cost;
    },
    end,
  };
}

/** By bytes times milliseconds; the oldest of those that weigh the same. */
function heaviestOf(bodies: Iterable<Body>, now: number): Body | null {
  let heaviest: Body | null = null;
  let most = -1;
  for (const body of bodies) {
    const weight = body.cost * (now - body.beganAt);
    if (weight > most) [heaviest, most] = [body, weight];
  }
  return heaviest;
}
