"use client";
import {
  accepted,
  arriveUnder,
  follow,
  meansIt,
  moveHand,
  RESTING_HAND,
  type Came,
  type Hand,
  type HandInput,
  type Point,
  type Since,
  type Tool,
} from "./hand";

/** One thing in front of the reader. It counts from the moment it is on screen; before that no press means it. */
export interface Arrival {
  readonly came: Came;
  since: Since | null;
  /** On the press or key that is under way; null once it was asked for, and where assistive technology presses. */
  verdict: { tool: Tool; counts: boolean } | null;
  readonly listeners: Set<() => void>;
}

export const newArrival = (came: Came): Arrival => ({
  came,
  since: null,
  verdict: null,
  listeners: new Set(),
});

let hand: Hand = RESTING_HAND;
const arrivals = new Set<Arrival>();
let watched = false;

export const now = () => performance.now();

/** Follows the hand from now on. The page's frame calls it, so that a place is known before the first thing arrives. */
export function watchHand(): void {
  if (watched) return;
  watched = true;
  const listen = <Name extends keyof WindowEventMap>(
    name: Name,
    take: (event: WindowEventMap[Name]) => void,
  ) => window.addEventListener(name, take, { capture: true, passive: name !== "keydown" });
  listen("pointermove", (event) => {
    if (event.pointerType !== "touch") see({ kind: "moved", at: now(), place: placeOf(event) });
  });
  listen("pointerdown", (event) => {
    const tool = event.pointerType === "touch" ? "touch" : "mouse";
    press({ kind: "press", at: now(), tool, place: placeOf(event) }, tool, placeOf(event));
  });
  listen("keydown", onKey);
  listen("input", (event) => isTextField(event.target) && see({ kind: "typed", at: now() }));
  for (const name of ["wheel", "touchmove"] as const)
    listen(name, () => see({ kind: "scrolled", at: now() }));
}

const placeOf = ({ clientX, clientY }: PointerEvent): Point => ({ x: clientX, y: clientY });

const walkingKeys = /^([jkn]|Arrow.*|Page.*|Home|End|Tab)$/i;
const pressedByKey = "button, a, [role=button], summary, input[type=checkbox], input[type=submit]";

function onKey(event: KeyboardEvent): void {
  const inText = isTextField(event.target);
  // A key that is held presses nothing a second time.
  if (event.repeat && (event.key === "Enter" || event.key === " ") && !inText) {
    if (event.target instanceof Element && event.target.closest(pressedByKey)) event.preventDefault();
  }
  const walks = walkingKeys.test(event.key) && (!inText || event.key === "Tab");
  press({ kind: "key", at: now(), walks }, "key", null);
}

function isTextField(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement)
    return !["checkbox", "radio", "button", "submit"].includes(target.type);
  return target instanceof HTMLTextAreaElement;
}

function press(input: HandInput, tool: Tool, place: Point | null): void {
  for (const arrival of arrivals) {
    arrival.verdict = arrival.since && {
      tool,
      counts: meansIt(arrival.since, { tool, at: input.at, place }),
    };
  }
  see(input);
}

function see(input: HandInput): void {
  hand = moveHand(hand, input);
  for (const arrival of arrivals) {
    const before = arrival.since;
    if (!before) continue;
    const after = (arrival.since = follow(before, input));
    if (after.deliberate === before.deliberate && (after.deliberate || after.inputAt === before.inputAt))
      continue;
    for (const listener of arrival.listeners) listener();
  }
}

/** It is on screen from now until the returned function is called. */
export function arrive(arrival: Arrival): () => void {
  watchHand();
  arrival.since = arriveUnder(hand, arrival.came, now());
  arrivals.add(arrival);
  for (const listener of arrival.listeners) listener();
  return () => {
    arrivals.delete(arrival);
    arrival.since = null;
  };
}

/** The verdict on the press that is under way; it is given once. Assistive technology presses without a hand: like a key. */
export function verdictOn(arrival: Arrival): { tool: Tool; counts: boolean } {
  const { since, verdict } = arrival;
  arrival.verdict = null;
  if (!since) return { tool: "key", counts: false };
  return verdict ?? { tool: "key", counts: meansIt(since, { tool: "key", at: now(), place: null }) };
}

/** A press on it has counted. */
export function accept(arrival: Arrival): void {
  if (arrival.since) arrival.since = accepted(arrival.since);
  for (const listener of arrival.listeners) listener();
}
