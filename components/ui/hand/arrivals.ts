"use client";
import { watchHiding } from "./closings";
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
  viewMsFor,
} from "./hand";
import { wasPageAskedFor } from "./page-asked-for";
import { pageInViewSince } from "./page-opening";

export interface Verdict {
  tool: Tool;
  counts: boolean;
  /** How long the thing has to have been in view, where that is not the same for all presses on it. */
  viewMs?: number;
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
/** Work that waits until none is down. */
const waiting = new Set<() => void>();
let forgetting: ReturnType<typeof setTimeout> | undefined;
/** A finger's click follows its release within this time. */
const clickFollowsMs = 700;
const arrivals = new Set<Arrival>();
let watched = false;

export const now = () => performance.now();

/** Follows the hand from now on. The page's frame calls it, so that a place is known before the first thing arrives. */
export function watchHand(): void {
  if (watched) return;
  watched = true;
  globalThis.handIsFollowed = true;
  // The presses that led into such a page are not known. The next one may belong to them.
  if (globalThis.pageWasAskedFor === false) hand = { ...hand, inputBy: "press" };
  const early = globalThis.earlyInput;
  if (early && early.by !== "move") {
    hand = { ...hand, inputAt: early.at, inputBy: early.by };
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
    // The release of another button may go to a menu, which is not ours.
    if (event.button === 0) down.set(idOf(event), { tool, at: now() });
    press({ kind: "press", at: now(), tool, place: placeOf(event) }, tool, placeOf(event));
  });
  // A second button that goes down while another is held is no pointer of its own.
  listen("mousedown", (event) => {
    const isSecond = (event.buttons & (event.buttons - 1)) !== 0;
    const place = { x: event.clientX, y: event.clientY };
    if (isSecond) press({ kind: "press", at: now(), tool: "mouse", place }, "mouse", place);
  });
  listen("keydown", onKey);
  for (const name of ["pointerup", "pointercancel"] as const) listen(name, (event) => letGo(idOf(event)));
  listen("keyup", (event) => letGo(idOf(event)));
  // An element's blur says nothing of it.
  listen("blur", (event) => event.target === window && loseTrack());
  listen("input", (event) => isTextField(event.target) && see({ kind: "typed", at: now() }));
  for (const name of ["wheel", "touchmove"] as const)
    listen(name, () => see({ kind: "scrolled", at: now() }));
}

/** A button that only opens something, and was pressed before any code ran, is pressed again once React listens. */
function openUnanswered(): void {
  const button = globalThis.earlyInput?.unanswered;
  if (typeof button === "object" && button && "opens" in button.dataset) setTimeout(() => button.click());
}

const idOf = (event: PointerEvent | KeyboardEvent) =>
  "pointerId" in event ? `pointer ${event.pointerId}` : `key ${event.code}`;
const placeOf = ({ clientX, clientY }: PointerEvent): Point => ({ x: clientX, y: clientY });

const walkingKeys = /^([jkn]|Arrow.*|Page.*|Home|End|Tab)$/i;
const pressedByKey = "button, a, [role=button], summary, input[type=checkbox], input[type=submit]";

function onKey(event: KeyboardEvent): void {
  const inText = isTextField(event.target);
  if (event.key === " " && !event.repeat) down.set(idOf(event), { tool: "key", at: now() });
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
  clearTimeout(forgetting);
  if (tool !== "key") lost = undefined;
  for (const arrival of arrivals) {
    const { since, verdict } = arrival;
    // Refused because of a press that is older than the thing, and that is still down.
    if (since && verdict?.counts === false && [...down.values()].some(({ at }) => at < since.at)) continue;
    arrival.verdict = since && judged(arrival.came, since, { tool, at: input.at, place });
  }
  see(input);
}

/**
 * The click of a release follows within `clickFollowsMs`. A later click, for example by assistive technology, is judged on its
 * own.
 */
function letGo(id: string): void {
  down.delete(id);
  clearTimeout(forgetting);
  if (down.size > 0) return;
  forgetting = setTimeout(() => {
    for (const arrival of arrivals) arrival.verdict = null;
  }, clickFollowsMs);
  // After the click, which follows the release.
  setTimeout(runWaiting, 0);
}

/**
 * Releases outside the window are not heard, so that nothing is known to be down. A press that goes on may still click: its
 * verdict stays until the next one.
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
  if (earlier) arrival.verdict = { tool: earlier.tool, counts: false };
  arrivals.add(arrival);
  for (const listener of arrival.listeners) listener();
  return () => {
    arrivals.delete(arrival);
    arrival.since = null;
  };
}

/** The verdict on the press that is under way; it is given once. Assistive technology presses without a hand: like a key. */
export function verdictOn(arrival: Arrival): Verdict {
  const { came, since, verdict } = arrival;
  arrival.verdict = null;
  if (!since) return { tool: "key", counts: false };
  return verdict ?? judged(came, since, { tool: "key", at: now(), place: null });
}

function judged(came: Came, since: Since, pressed: Parameters<typeof meansIt>[1]): Verdict {
  const { tool } = pressed;
  const counts = meansIt(since, pressed);
  return came === "opened" ? { tool, counts, viewMs: viewMsFor(came, since) } : { tool, counts };
}

/** A press on it has counted. */
export function accept(arrival: Arrival): void {
  if (arrival.since) arrival.since = accepted(arrival.since);
  for (const listener of arrival.listeners) listener();
}
