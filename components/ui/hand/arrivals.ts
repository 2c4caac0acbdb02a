"use client";
import { watchHiding } from "./closings";
import {
  accepted,
  arriveUnder,
  follow,
  isElsewhere,
  meansIt,
  moveHand,
  RESTING_HAND,
  SWIPED_PX,
  type Came,
  type Hand,
  type HandInput,
  type Point,
  type Since,
  type Tool,
  viewMsFor,
} from "./hand";
import { wasPageAskedFor } from "./page-asked-for";
import { pageInViewSince } from "./page-opening";

export interface Verdict {
  tool: Tool;
  counts: boolean;
  /** The time at which the press began. */
  at: number;
  /** The time that the thing has to have been in view by then. */
  viewMs: number;
}

/** One thing in front of the reader. It counts from the moment it is on screen; before that no press means it. */
export interface Arrival {
  readonly came: Came;
  /** True for a form: typing in a field shows that the reader is with it. Typing says nothing about anything else. */
  readonly takesTyping: boolean;
  since: Since | null;
  /** On the press or key that is under way; null once it was asked for, and where assistive technology presses. */
  verdict: Verdict | null;
  readonly listeners: Set<() => void>;
}

export const newArrival = (came: Came, takesTyping = false): Arrival => ({
  came,
  takesTyping,
  since: null,
  verdict: null,
  listeners: new Set(),
});

let hand: Hand = RESTING_HAND;
/** The mouse, fingers and Space while they are down: their clicks come with the release. Each with its tool, and since when. */
const down = new Map<string, { tool: Tool; at: number }>();
/** A press of which the window has lost track: it may go on, until the next one begins. */
let lost: { tool: Tool; at: number } | undefined;
/** The last press of a mouse or finger. Its click may come after something new has. */
let pointed: { tool: Tool; at: number } | undefined;
/** Work that waits until none is down. */
const waiting = new Set<() => void>();
let forgetting: ReturnType<typeof setTimeout> | undefined;
/** The click of Space follows its release within this time. */
const keyClicksMs = 700;
const arrivals = new Set<Arrival>();
let watched = false;

export const now = () => performance.now();
/** The time of the press itself: a busy page hears of it later, and may show another thing by then. */
const beganAt = ({ timeStamp }: Event) => Math.min(now(), timeStamp);

/** Follows the hand from now on. The page's frame calls it, so that a place is known before the first thing arrives. */
export function watchHand(): void {
  if (watched) return;
  watched = true;
  globalThis.handIsFollowed = true;
  // The presses that led into such a page are not known. The next one may belong to them.
  if (globalThis.pageWasAskedFor === false) hand = { ...hand, inputBy: "press" };
  else if (globalThis.pressBefore !== undefined)
    hand = { ...hand, inputBy: "press", touchBefore: globalThis.pressBefore };
  const early = globalThis.earlyInput;
  if (early && early.by !== "move") {
    // A key that came meanwhile did not open the page.
    hand = { ...hand, inputAt: early.at, inputBy: hand.inputBy ?? early.by };
    const tool = early.isTouch ? "touch" : "mouse";
    if (early.place) hand = { ...hand, [early.isTouch ? "touch" : "pointer"]: early.place };
    if (early.heldBy !== undefined) down.set(`pointer ${early.heldBy}`, { tool, at: early.at });
  }
  openUnanswered();
  watchHiding();
  const listen = <Name extends keyof WindowEventMap>(
    name: Name,
    take: (event: WindowEventMap[Name]) => void,
  ) => window.addEventListener(name, take, { capture: true, passive: name !== "keydown" });
  listen("pointermove", (event) => {
    if (event.pointerType !== "touch") see({ kind: "moved", at: now(), place: placeOf(event) });
  });
  listen("pointerdown", (event) => {
    const tool = event.pointerType === "touch" ? "touch" : "mouse";
    const at = beganAt(event);
    // The release of another button may go to a menu, which is not ours.
    if (event.button === 0) down.set(idOf(event), { tool, at });
    press({ kind: "press", at, tool, place: placeOf(event) }, tool, placeOf(event));
  });
  // A second button that goes down while another is held is no pointer of its own.
  listen("mousedown", (event) => {
    const isSecond = (event.buttons & (event.buttons - 1)) !== 0;
    const place = { x: event.clientX, y: event.clientY };
    if (isSecond) press({ kind: "press", at: beganAt(event), tool: "mouse", place }, "mouse", place);
  });
  listen("click", (event) => (hasNoPointer(event) ? forgetPointers() : refuseNewer()));
  listen("keydown", onKey);
  for (const name of ["pointerup", "pointercancel"] as const) listen(name, (event) => letGo(idOf(event)));
  listen("keyup", (event) => letGo(idOf(event)));
  // An element's blur does not lose the press.
  listen("blur", (event) => event.target === window && loseTrack());
  listen("input", (event) => isTextField(event.target) && see({ kind: "typed", at: now() }));
  listen("wheel", () => see({ kind: "scrolled", at: now() }));
  listen("touchmove", (event) => isSwipe(event) && see({ kind: "scrolled", at: now() }));
}

/** A button that only opens something, and was pressed before any code ran, is pressed again once React listens. */
function openUnanswered(): void {
  const button = globalThis.earlyInput?.unanswered;
  if (typeof button === "object" && button && "opens" in button.dataset) setTimeout(() => button.click());
}

const idOf = (event: PointerEvent | KeyboardEvent) =>
  "pointerId" in event ? `pointer ${event.pointerId}` : `key ${event.code}`;
const placeOf = ({ clientX, clientY }: PointerEvent | Touch): Point => ({ x: clientX, y: clientY });
/** A finger that trembles as it taps scrolls nothing. Some browsers tell of its moves all the same. */
const isSwipe = ({ touches: [finger] }: TouchEvent) =>
  finger === undefined || isElsewhere(hand.touch, placeOf(finger), SWIPED_PX);

const walkingKeys = /^([jkn]|Arrow.*|Page.*|Home|End|Tab)$/i;
const pressedByKey = "button, a, [role=button], summary, input[type=checkbox], input[type=submit]";

function onKey(event: KeyboardEvent): void {
  const inText = isTextField(event.target);
  const at = beganAt(event);
  if (event.key === " " && !event.repeat) down.set(idOf(event), { tool: "key", at });
  // A key that is held presses nothing a second time.
  if (event.repeat && (event.key === "Enter" || event.key === " ") && !inText) {
    if (event.target instanceof Element && event.target.closest(pressedByKey)) event.preventDefault();
  }
  const walks = walkingKeys.test(event.key) && (!inText || event.key === "Tab");
  press({ kind: "key", at, walks }, "key", null);
}

function isTextField(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement)
    return !["checkbox", "radio", "button", "submit"].includes(target.type);
  return target instanceof HTMLTextAreaElement;
}

function press(input: HandInput, tool: Tool, place: Point | null): void {
  clearTimeout(forgetting);
  if (tool !== "key") {
    lost = undefined;
    pointed = { tool, at: input.at };
  }
  for (const arrival of arrivals) {
    const { since, verdict } = arrival;
    // Refused because of a press that is older than the thing, and that is still down.
    if (since && verdict?.counts === false && [...down.values()].some(({ at }) => at < since.at)) continue;
    arrival.verdict = since && judged(arrival.came, since, { tool, at: input.at, place });
  }
  see(input);
}

/** The click of a key follows at once. A finger's may be held up for long by a busy page: its verdict stays until the next press. */
function letGo(id: string): void {
  down.delete(id);
  clearTimeout(forgetting);
  if (down.size > 0) return;
  forgetting = setTimeout(() => forget(({ tool }) => tool === "key"), keyClicksMs);
  // After the click, which follows the release.
  setTimeout(runWaiting, 0);
}

/** True for a click by key or by assistive technology. */
const hasNoPointer = (click: MouseEvent) =>
  click.detail === 0 || ("pointerType" in click && click.pointerType === "");

/** Such a click is no part of the last press, unless one is under way. */
function forgetPointers(): void {
  if (down.size === 0 && lost === undefined) forget(({ tool }) => tool !== "key");
}

/** A click does not mean a thing that came between its press and itself. */
function refuseNewer(): void {
  if (!pointed) return;
  for (const arrival of arrivals)
    if (arrival.since && arrival.since.at > pointed.at)
      arrival.verdict ??= { ...pointed, counts: false, viewMs: 0 };
}

function forget(isOver: (verdict: Verdict) => boolean): void {
  for (const arrival of arrivals) if (arrival.verdict && isOver(arrival.verdict)) arrival.verdict = null;
}

/**
 * Releases outside the window are not heard, so no press can be held to be down any more. One that goes on may still click:
 * its verdict stays until the next press.
 */
function loseTrack(): void {
  lost = [...down.values()][0] ?? lost;
  down.clear();
  setTimeout(runWaiting, 0);
}

/** Runs it between two presses: at once where none is under way. Returns the way to give it up. */
export function betweenPresses(work: () => void): () => void {
  waiting.add(work);
  runWaiting();
  return () => waiting.delete(work);
}

function runWaiting(): void {
  if (down.size > 0) return;
  for (const work of waiting) {
    waiting.delete(work);
    work();
  }
}

function see(input: HandInput): void {
  hand = moveHand(hand, input);
  for (const arrival of arrivals) {
    const before = arrival.since;
    if (!before || (input.kind === "typed" && !arrival.takesTyping)) continue;
    const after = (arrival.since = follow(before, input));
    const isSame = after.deliberate === before.deliberate && after.isAskedFor === before.isAskedFor;
    if (isSame && (after.deliberate || after.inputAt === before.inputAt)) continue;
    for (const listener of arrival.listeners) listener();
  }
}

/** It is on screen from now until the returned function is called. */
export function arrive(arrival: Arrival): () => void {
  watchHand();
  const inViewSince = arrival.came === "opened" ? pageInViewSince() : null;
  const askedFor = arrival.came === "opened" && wasPageAskedFor();
  arrival.since = arriveUnder(hand, arrival.came, inViewSince ?? now(), askedFor);
  // A press that began before it came was about something else.
  const [earlier] = [...down.values(), lost];
  if (earlier) arrival.verdict = { ...earlier, counts: false, viewMs: 0 };
  arrivals.add(arrival);
  for (const listener of arrival.listeners) listener();
  return () => {
    arrivals.delete(arrival);
    arrival.since = null;
  };
}

/**
 * The verdict on the press that is under way; it is given once. Assistive technology presses without a hand: like a key, which may
 * be one of a rhythm.
 */
export function verdictOn(arrival: Arrival): Verdict {
  const { came, since, verdict } = arrival;
  arrival.verdict = null;
  const at = now();
  if (!since) return { tool: "key", counts: false, at, viewMs: 0 };
  if (verdict) return verdict;
  const itself = judged(came, since, { tool: "key", at, place: null });
  see({ kind: "key", at, walks: false });
  return itself;
}

function judged(came: Came, since: Since, pressed: Parameters<typeof meansIt>[1]): Verdict {
  const { tool, at } = pressed;
  const isOlder = at < since.at;
  return { tool, counts: !isOlder && meansIt(since, pressed), at, viewMs: viewMsFor(came, since) };
}

/** A press on it has counted. */
export function accept(arrival: Arrival): void {
  if (arrival.since) arrival.since = accepted(arrival.since);
  for (const listener of arrival.listeners) listener();
}
