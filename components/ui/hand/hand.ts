/**
 * Follows the reader's hand since something arrived in front of it, and says whether a press means that thing. Pure:
 * times are milliseconds of one clock, places are CSS pixels of the window.
 */

/**
 * How a thing arrived: the reader asked for it, it followed the reader's own press on something else, it came by itself, it
 * did so while something else covered it, or it stood in the page as the server sent it. Such a thing came by itself as
 * well, but it was in view before any code of the page ran.
 */
export type Came = "reader" | "followed" | "itself" | "unseen" | "opened";
/** `key`: the pointer may rest anywhere. `press`: the pointer is still on the pressed spot. */
type Means = "key" | "press" | "itself";
export type Tool = "mouse" | "touch" | "key";

export interface Point {
  x: number;
  y: number;
}

export type HandInput =
  | { kind: "moved"; at: number; place: Point }
  | { kind: "scrolled"; at: number }
  | { kind: "typed"; at: number }
  | { kind: "key"; at: number; walks: boolean }
  | { kind: "press"; at: number; tool: "mouse" | "touch"; place: Point };

/** The hand by itself, whatever is on screen. */
export interface Hand {
  pointer: Point | null;
  touch: Point | null;
  /** The place in the page before at which a finger opened this one. */
  touchBefore: Point | null;
  /** The last key or press, and by which of them. */
  inputAt: number | null;
  inputBy: "key" | "press" | null;
}

/** The hand in relation to one thing that arrived. */
export interface Since {
  at: number;
  means: Means;
  /** Where mouse and finger were as it arrived; null: not seen yet. */
  pointer: Point | null;
  touch: Point | null;
  /** The last key or press, before or since. */
  inputAt: number | null;
  /** Pointer or finger has been elsewhere since. */
  moved: boolean;
  /** An input since then that walks, scrolls, types or points: the reader is with it. */
  deliberate: boolean;
  /** The reader has typed text since then. Typing is deliberate. */
  typed: boolean;
  /** It stood in a page that the reader opened, and nobody has pressed a key or button or scrolled there. */
  isAskedFor: boolean;
}

/**
 * A thing has to be in view for this long before a press on it counts. A thing that came by itself gets the time that an eye
 * needs to notice it, and more if nobody could see it come.
 */
export const ARMED_AFTER_MS: Readonly<Record<Came, number>> = {
  reader: 300,
  followed: 300,
  itself: 500,
  unseen: 1_000,
  opened: 500,
};
/** No key counts on these before the reader is with them: after an input that says so, or a quiet second. */
export const asksForQuiet = (came: Came): boolean => came !== "reader" && came !== "followed";
/** A trembling hand stays within this distance. */
export const MOVED_PX = 6;
/** A finger that goes further before it is lifted does not tap. */
export const SWIPED_PX = 10;
/** A finger that taps on one spot stays within this distance. */
export const NEW_PLACE_PX = 40;
/** After this long without a key or press, one is no longer the rhythm of those before. */
export const QUIET_MS = 1_000;

export const RESTING_HAND: Hand = {
  pointer: null,
  touch: null,
  touchBefore: null,
  inputAt: null,
  inputBy: null,
};

/** Keys count on a thing that followed a press. A pointer or finger may still rest where that press was. */
const MEANS: Record<Came, (hand: Hand) => Means> = {
  reader: ({ inputBy }) => inputBy ?? "key",
  followed: () => "press",
  itself: () => "itself",
  unseen: () => "itself",
  opened: () => "itself",
};

/** `askedFor`: the reader opened the page that it stood in. */
export function arriveUnder(hand: Hand, came: Came, at: number, askedFor = false): Since {
  const means = MEANS[came](hand);
  const { pointer, inputAt } = hand;
  const touch = hand.touch ?? (came === "reader" ? hand.touchBefore : null);
  const isAskedFor = askedFor && inputAt === null;
  return { at, means, pointer, touch, inputAt, moved: false, deliberate: false, typed: false, isAskedFor };
}

export function moveHand(hand: Hand, input: HandInput): Hand {
  switch (input.kind) {
    case "moved":
      return { ...hand, pointer: input.place };
    case "key":
      return { ...hand, inputAt: input.at, inputBy: "key" };
    case "press": {
      const { tool, place, at } = input;
      const places = tool === "touch" ? { touch: place } : { pointer: place };
      return { ...hand, ...places, inputAt: at, inputBy: "press" };
    }
    case "scrolled":
    case "typed":
      return hand;
  }
}

/** After the verdict on a press or key: it may be the first of a rhythm. */
export function follow(since: Since, input: HandInput): Since {
  switch (input.kind) {
    case "moved":
      return since.moved || !isElsewhere(since.pointer, input.place, MOVED_PX)
        ? { ...since, pointer: since.pointer ?? input.place }
        : { ...since, moved: true, deliberate: true };
    case "scrolled":
      return {
        ...since,
        moved: since.moved || since.touch !== null,
        deliberate: true,
        isAskedFor: false,
      };
    case "typed":
      return { ...since, deliberate: true, typed: true, isAskedFor: false };
    case "key":
      return {
        ...since,
        inputAt: input.at,
        deliberate: since.deliberate || input.walks,
        isAskedFor: false,
      };
    case "press": {
      const [which, reach] =
        input.tool === "touch" ? (["touch", NEW_PLACE_PX] as const) : (["pointer", MOVED_PX] as const);
      const from = since[which];
      const moved = since.moved || (from !== null && isElsewhere(from, input.place, reach));
      const seen = { ...since, [which]: from ?? input.place };
      return {
        ...seen,
        inputAt: input.at,
        moved,
        deliberate: since.deliberate || moved,
        isAskedFor: false,
      };
    }
  }
}

/** True where a press means the thing: nothing that came by itself is decided by the rhythm of what was there before. */
export function meansIt(since: Since, press: { tool: Tool; at: number; place: Point | null }): boolean {
  if (since.typed) return true;
  const { tool, at, place } = press;
  if (tool === "key")
    return since.means !== "itself" || since.isAskedFor || since.deliberate || msUntilQuiet(since, at) <= 0;
  if (since.means === "key" || since.moved) return true;
  // A pointer that has not moved since the page began may rest there from the page before.
  const [from, reach] = tool === "mouse" ? [since.pointer, MOVED_PX] : [since.touch, NEW_PLACE_PX];
  const isNewPlace = from !== null && place !== null && isElsewhere(from, place, reach);
  return isNewPlace || (tool === "touch" && msUntilQuiet(since, at) <= 0);
}

/** After a press that counted the reader is with the thing: a second one, such as after a question left again, counts too. */
export const accepted = (since: Since): Since => ({ ...since, moved: true, deliberate: true });

/** How long this thing has to have been in view before a press on it counts. */
export const viewMsFor = (came: Came, since: Since): number =>
  ARMED_AFTER_MS[since.isAskedFor ? "reader" : came];

/** How long until the next key counts on a thing that asks for quiet and stays in view. */
export function msUntilKey(came: Came, since: Since, now: number): number {
  if (since.isAskedFor || since.deliberate) return since.at + viewMsFor(came, since) - now;
  return msUntilQuiet(since, now);
}

/** How long until a key or tap is no rhythm any more. */
export function msUntilQuiet(since: Since, now: number): number {
  return Math.max(since.at, since.inputAt ?? since.at) + QUIET_MS - now;
}

/** A pointer that was nowhere before has moved. */
export function isElsewhere(from: Point | null, to: Point, reach: number): boolean {
  return from === null || Math.hypot(to.x - from.x, to.y - from.y) >= reach;
}
