import { InlineScript } from "@/components/ui/inline-script";

/** This share of a thing counts as all of it: allows for rounding to whole pixels, where a whole row may be a pixel short of its place. */
export const MOST_OF_IT = 0.9;

/** Inputs that came while the page was loading, and since when the page has been in view. */

interface EarlyInput {
  at: number;
  /** `move`: the page was scrolled, turned or shown again. */
  by: "key" | "press" | "move";
  /** The place of a press, and whether a finger made it. */
  place?: { x: number; y: number };
  isTouch?: boolean;
  /** The pointer that presses, for as long as it is down. */
  heldBy?: number;
  /** Before the code of the page ran: the key, or the button that was pressed. Null once something has answered to it. */
  unanswered?: string | HTMLButtonElement | null;
}

declare global {
  /** The last input. */
  var earlyInput: EarlyInput | undefined;
  /** The page's own code runs by now and answers inputs. */
  var handIsFollowed: boolean | undefined;
  /** Whether a frame was drawn already. Undefined: nobody can tell. */
  var pageWasDrawn: boolean | undefined;
  /** All that is to be seen was there before the first frame, which therefore shows all of it. */
  var pageCameWhole: boolean | undefined;
  /** Since when this element of the page has been in view, whole; null: it is not, or was not marked by `data-watched`. */
  var inViewSince: ((element: Element) => number | null) | undefined;
}

/** Keeps the last input from the first byte of the page on, until the hand is followed. */
export function EarlyHand({ nonce }: { nonce: string | undefined }) {
  return <InlineScript nonce={nonce} run={keepInputs} beforePaint />;
}

function keepInputs() {
  // Where the browser draws nothing before this has run.
  if ("blocking" in HTMLScriptElement.prototype) {
    globalThis.pageWasDrawn = false;
    requestAnimationFrame(() => (globalThis.pageWasDrawn = true));
  }
  const keep = (name: string, input: (event: Event) => Omit<EarlyInput, "at">) =>
    addEventListener(
      name,
      (event) => {
        const { unanswered = null, ...rest } = input(event);
        const isOurs = globalThis.handIsFollowed === true;
        globalThis.earlyInput = { at: performance.now(), ...rest, unanswered: isOurs ? null : unanswered };
      },
      { capture: true, passive: true },
    );
  keep("keydown", (event) => ({ by: "key", unanswered: (event as KeyboardEvent).key }));
  for (const name of ["pointerdown", "click"])
    keep(name, (event) => {
      const { clientX: x, clientY: y, pointerType, pointerId, button } = event as PointerEvent;
      const unanswered = name === "click" ? (event.target as Element).closest("button") : null;
      // A click by a key has no pointer.
      if (!pointerType) return { by: "key", unanswered };
      const heldBy = name === "pointerdown" && button === 0 ? pointerId : undefined;
      return { by: "press", place: { x, y }, isTouch: pointerType === "touch", heldBy, unanswered };
    });
  for (const name of ["pointerup", "pointercancel"])
    addEventListener(name, () => delete globalThis.earlyInput?.heldBy, { capture: true, passive: true });
  for (const name of ["scroll", "resize", "visibilitychange"])
    keep(name, () => ({ by: "move", unanswered: globalThis.earlyInput?.unanswered ?? null }));
}

/**
 * Stands behind all that is to be seen. The document ends later: behind it come the same data once more, for the page's code, and
 * scripts that have come meanwhile run first.
 */
export function PageWhole({ nonce }: { nonce: string | undefined }) {
  return <InlineScript nonce={nonce} run={noteWhole} given={{ mostOfIt: MOST_OF_IT }} />;
}

export function noteWhole({ mostOfIt }: { mostOfIt: number }) {
  // React leaves this in the place of a part that it sends later: that part may move the rest.
  const lacksPart = document.querySelector("template[id^='B:']") !== null;
  // Nothing is drawn before the scripts of the head have run, and this one may run before them.
  const wasDrawn = globalThis.pageWasDrawn ?? !("blocking" in HTMLScriptElement.prototype);
  globalThis.pageCameWhole = !wasDrawn && !lacksPart;
  // The browser's own look takes a frame. The page's code finds here how the frames before it looked.
  const since = new Map<Element, number>();
  const note = (entries: IntersectionObserverEntry[]) => {
    for (const { target, intersectionRatio, time } of entries) {
      if (intersectionRatio < mostOfIt) since.delete(target);
      else if (!since.has(target)) since.set(target, time);
    }
  };
  const observer = new IntersectionObserver(note, { threshold: mostOfIt });
  for (const element of document.querySelectorAll("[data-watched]")) observer.observe(element);
  globalThis.inViewSince = (element) => {
    note(observer.takeRecords());
    return since.get(element) ?? null;
  };
}

/** True once for this key or button, where it was the last input before the code of the page ran: nobody heard it then. */
export function takeUnanswered(what: string | HTMLButtonElement | null): boolean {
  const early = globalThis.earlyInput;
  if (what === null || early?.unanswered !== what) return false;
  early.unanswered = null;
  return true;
}

/**
 * Since when the page that the server sent is whole and in view as it stands, as `performance.now()` counts. Null: it was not
 * yet painted. An input that came before any code may have moved it.
 */
export function pageInViewSince(): number | null {
  const [page] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const [paint] = performance.getEntriesByName("first-contentful-paint");
  const wholeAt = globalThis.pageCameWhole ? paint?.startTime : page?.domInteractive;
  if (!paint || !wholeAt) return null;
  return Math.max(wholeAt, paint.startTime, globalThis.earlyInput?.at ?? 0);
}

/** The time for which it has been whole and in view; 0: it is not yet. */
export const pageInViewForMs = (): number => performance.now() - (pageInViewSince() ?? performance.now());
