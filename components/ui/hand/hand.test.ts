import { array, assert, constantFrom, integer, property, record } from "fast-check";
import { describe, expect, test } from "vitest";
import {
  accepted,
  arriveUnder,
  follow,
  meansIt,
  moveHand,
  msUntilKey,
  RESTING_HAND,
  viewMsFor,
  type Came,
  type Hand,
  type HandInput,
  type Since,
} from "./hand";

const spot = { x: 400, y: 800 };
const elsewhere = { x: 500, y: 400 };
const click = (at: number, place = spot): HandInput => ({ kind: "press", at, tool: "mouse", place });
const tap = (at: number, place = spot): HandInput => ({ kind: "press", at, tool: "touch", place });
const key = (at: number, walks = false): HandInput => ({ kind: "key", at, walks });

const handAfter = (...inputs: HandInput[]): Hand => inputs.reduce(moveHand, RESTING_HAND);
const after = (since: Since, ...inputs: HandInput[]): Since => inputs.reduce(follow, since);
const counts = (since: Since, press: HandInput): boolean => {
  if (press.kind === "key") return meansIt(since, { tool: "key", at: press.at, place: null });
  if (press.kind !== "press") throw new Error("not a press");
  return meansIt(since, press);
};
const cameAt = (at: number, hand: Hand, came: Came = "itself") => arriveUnder(hand, came, at);

describe("a card that followed a press on another one", () => {
  test("is decided by the next key, whichever tool pressed before", () => {
    for (const hand of [handAfter(key(900)), handAfter(click(900)), handAfter(tap(900))])
      expect(counts(cameAt(1_000, hand, "followed"), key(1_300))).toBe(true);
  });

  test("is not decided by a click or tap on the spot of the one before, also after a key", () => {
    const since = cameAt(1_000, handAfter(click(800), key(900)), "followed");
    for (const at of [1_300, 60_000]) expect(counts(since, click(at))).toBe(false);
    expect(counts(since, click(1_400, elsewhere))).toBe(true);
    const tapped = cameAt(1_000, handAfter(tap(900)), "followed");
    expect(counts(tapped, tap(1_500))).toBe(false);
    expect(counts(tapped, tap(1_500, elsewhere))).toBe(true);
  });
});

describe("a card that came by itself", () => {
  test("is not decided by a click on the spot where the pointer rests, however late", () => {
    const since = cameAt(1_000, handAfter(click(0)));
    for (const at of [1_001, 2_500, 60_000]) expect(counts(since, click(at)), `${at}`).toBe(false);
    expect(counts(after(since, { kind: "moved", at: 1_100, place: { x: 402, y: 801 } }), click(1_500))).toBe(
      false,
    );
  });

  test("is decided by a click once the pointer has really moved, also back to the same spot", () => {
    const since = cameAt(1_000, handAfter(click(0)));
    const back = after(
      since,
      { kind: "moved", at: 1_200, place: elsewhere },
      { kind: "moved", at: 1_300, place: spot },
    );
    expect(counts(back, click(1_400))).toBe(true);
    expect(counts(since, click(1_400, elsewhere))).toBe(true);
  });

  test("is not decided by a tap on the same spot before a second without touch, which each tap begins again", () => {
    const since = cameAt(1_000, handAfter(tap(900)));
    expect(counts(since, tap(1_900))).toBe(false);
    expect(counts(after(since, tap(1_900)), tap(2_800))).toBe(false);
    expect(counts(after(since, tap(1_900)), tap(2_900))).toBe(true);
  });

  test("is decided by a tap at a new place, or after a scroll", () => {
    const since = cameAt(1_000, handAfter(tap(900)));
    expect(counts(since, tap(1_600, elsewhere))).toBe(true);
    expect(counts(since, tap(1_600, { x: spot.x + 20, y: spot.y + 20 }))).toBe(false);
    expect(counts(after(since, { kind: "scrolled", at: 1_300 }), tap(1_600))).toBe(true);
  });

  test("is not decided by the first touch of all as it comes", () => {
    const since = cameAt(1_000, RESTING_HAND);
    expect(counts(since, tap(1_600))).toBe(false);
    expect(counts(since, tap(2_000))).toBe(true);
  });

  test("is not decided by a key before a quiet second of its own, which each key and press begins again", () => {
    const since = cameAt(5_000, handAfter(key(0)));
    expect(counts(since, key(5_999))).toBe(false);
    expect(counts(since, key(6_000))).toBe(true);
    expect(counts(after(since, key(5_900)), key(6_800))).toBe(false);
    expect(counts(after(since, click(5_900)), key(6_800))).toBe(false);
  });

  test("is decided by a key after one that walks, a scroll or a pointer that moved", () => {
    const since = cameAt(5_000, handAfter(key(4_900)));
    for (const input of [
      key(5_100, true),
      { kind: "scrolled", at: 5_100 } as const,
      { kind: "moved", at: 5_100, place: elsewhere } as const,
    ]) {
      expect(counts(after(since, input), key(5_200)), input.kind).toBe(true);
    }
  });
});

describe("a card that the server's page showed", () => {
  test("is decided by a key a quiet second after it was in view, which a key before the page's code ran begins again", () => {
    const untouched = cameAt(800, RESTING_HAND, "opened");
    expect(counts(untouched, key(1_799))).toBe(false);
    expect(counts(untouched, key(1_800))).toBe(true);
    const typedEarly = cameAt(800, handAfter(key(1_500)), "opened");
    expect(counts(typedEarly, key(2_499))).toBe(false);
    expect(counts(typedEarly, key(2_500))).toBe(true);
  });

  test("is not decided by a click where the pointer rests", () => {
    expect(counts(cameAt(800, handAfter(click(0)), "opened"), click(5_000))).toBe(false);
  });

  test("is not decided by a click before the pointer has moved at all: it may rest there from the page before", () => {
    const since = cameAt(800, RESTING_HAND, "opened");
    for (const at of [1_400, 60_000]) expect(counts(since, click(at)), `${at}`).toBe(false);
    expect(counts(after(since, click(1_400)), click(60_000))).toBe(false);
    expect(counts(after(since, { kind: "moved", at: 1_400, place: spot }), click(1_500))).toBe(true);
  });
});

describe("a card that stood in a page which the reader opened", () => {
  const opened = (hand = RESTING_HAND) => arriveUnder(hand, "opened", 800, true);

  test("is decided by the first key of all once it has been in view for 300 ms", () => {
    expect(counts(opened(), key(900))).toBe(true);
    expect(viewMsFor("opened", opened())).toBe(300);
    expect(msUntilKey("opened", opened(), 900)).toBe(200);
  });

  test("asks of a pointer and a finger what every card asks that came by itself", () => {
    for (const press of [click(60_000), tap(1_799)])
      expect(counts(opened(handAfter({ kind: "moved", at: 0, place: spot })), press)).toBe(
        counts(arriveUnder(handAfter({ kind: "moved", at: 0, place: spot }), "opened", 800), press),
      );
    expect(counts(opened(handAfter({ kind: "moved", at: 0, place: spot })), click(60_000))).toBe(false);
  });

  test.each([
    ["a key", key(1_000)],
    ["a click", click(1_000)],
    ["a tap", tap(1_000)],
  ])("is decided by no key within a second of %s, before the code ran or after", (_what, input) => {
    for (const since of [opened(handAfter(input)), after(opened(), input)]) {
      expect(counts(since, key(1_999))).toBe(false);
      expect(msUntilKey("opened", since, 1_500)).toBe(since.inputAt! + 1_000 - 1_500);
      expect(counts(since, key(2_000))).toBe(true);
    }
  });

  test("asks for a second in view where the key that came before it is older", () => {
    expect(counts(opened(handAfter(key(100))), key(1_799))).toBe(false);
    expect(counts(opened(handAfter(key(100))), key(1_800))).toBe(true);
  });

  test("has to be in view for half a second once somebody has scrolled or walked, and a pointer that moves changes nothing", () => {
    for (const input of [{ kind: "scrolled", at: 900 } as const, key(900, true)]) {
      const since = after(opened(), input);
      expect(counts(since, key(1_000))).toBe(true);
      expect(viewMsFor("opened", since)).toBe(500);
      expect(msUntilKey("opened", since, 1_000)).toBe(300);
    }
    const pointed = after(opened(), { kind: "moved", at: 900, place: elsewhere });
    expect(viewMsFor("opened", pointed)).toBe(300);
  });
});

describe("a card that the reader asked for", () => {
  test("by key is decided by a key, or by a click where the pointer rests", () => {
    const since = cameAt(1_000, handAfter(click(0), key(990, true)), "reader");
    expect(counts(since, key(1_300))).toBe(true);
    expect(counts(since, click(1_300))).toBe(true);
  });

  test("by a press is not decided by the next press on that spot: what is there now is another thing", () => {
    const byMouse = cameAt(1_000, handAfter(click(990)), "reader");
    expect(counts(byMouse, click(1_300))).toBe(false);
    expect(counts(byMouse, click(1_300, elsewhere))).toBe(true);
    const byTouch = cameAt(1_000, handAfter(tap(990)), "reader");
    expect(counts(byTouch, tap(1_400))).toBe(false);
    expect(counts(byTouch, tap(2_100))).toBe(true);
  });
});

test("no rhythm of clicks and keys on one spot means a card that came by itself and was not left in peace for a second", () => {
  const beat = record({ waitMs: integer({ min: 1, max: 999 }), by: constantFrom("click", "tap", "key") });
  assert(
    property(array(beat, { minLength: 1, maxLength: 200 }), integer({ min: 0, max: 3 }), (beats, jitter) => {
      let at = 0;
      let since: Since | null = null;
      let hand = handAfter(click(0), tap(0));
      for (const [index, { waitMs, by }] of beats.entries()) {
        at += waitMs;
        const place = { x: spot.x + (index % 2) * jitter, y: spot.y };
        const press = by === "key" ? key(at) : by === "tap" ? tap(at, place) : click(at, place);
        // Every third press finds another card.
        if (since === null || index % 3 === 0) since = cameAt(at - 1, hand);
        if (counts(since, press)) return false;
        since = follow(since, press);
        hand = moveHand(hand, press);
      }
      return true;
    }),
  );
});

test("a thing of which one press has counted takes the next one too", () => {
  const since = cameAt(5_000, handAfter(click(4_900), key(4_950)));
  expect(counts(since, key(6_000))).toBe(true);
  const again = after(accepted(since), key(6_000));
  expect(counts(again, key(6_100))).toBe(true);
  expect(counts(again, click(6_100))).toBe(true);
});

test("text that was put in is no inertia", () => {
  const since = cameAt(1_000, handAfter(click(990)));
  expect(counts(after(since, { kind: "typed", at: 1_050 }), key(1_100))).toBe(true);
});
