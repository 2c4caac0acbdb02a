import { vi } from "vitest";
import { noteOpening } from "../note-opening";

/** One tab, whose pages come one after the other. The clock is the test's, and so is all that the browser says of a page. */

export const begin = 1_790_000_000_000;
export const tab = { clock: begin, stored: new Map<string, string>() };

export function openTab(): void {
  tab.clock = begin;
  tab.stored = new Map();
}

export function closeTab(): void {
  vi.unstubAllGlobals();
  vi.resetModules();
}

export interface Opening {
  type?: NavigationTimingType;
  visibility?: DocumentVisibilityState;
  visibilityBefore?: DocumentVisibilityState;
  fromElsewhere?: boolean;
  keeps?: boolean;
  lacksNavigation?: boolean;
  /** Its code runs before the browser tells of the first paint. */
  isPaintUnknown?: boolean;
}

/** The next page of the tab: its scripts run now, and it was whole and painted at once. */
export function openPage({
  type = "navigate",
  visibility = "visible",
  visibilityBefore = visibility,
  fromElsewhere = false,
  keeps = true,
  lacksNavigation = false,
  isPaintUnknown = false,
}: Opening = {}) {
  const timeOrigin = tab.clock;
  const page = new EventTarget();
  const document = Object.assign(new EventTarget(), { visibilityState: visibility });
  const navigation = new EventTarget();
  const refuse = () => {
    throw new Error("SecurityError");
  };
  vi.unstubAllGlobals();
  vi.stubGlobal("window", page);
  vi.stubGlobal("document", document);
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  for (const name of ["HTMLInputElement", "HTMLTextAreaElement", "Element"])
    vi.stubGlobal(name, class extends EventTarget {});
  if (!lacksNavigation) vi.stubGlobal("navigation", navigation);
  vi.stubGlobal("sessionStorage", {
    getItem: keeps ? (key: string) => tab.stored.get(key) ?? null : refuse,
    setItem: keeps ? (key: string, value: string) => void tab.stored.set(key, value) : refuse,
    removeItem: keeps ? (key: string) => void tab.stored.delete(key) : refuse,
  });
  vi.stubGlobal("performance", {
    timeOrigin,
    now: () => tab.clock - timeOrigin,
    getEntriesByType: (kind: string) =>
      kind === "navigation"
        ? [{ type, domInteractive: 1 }]
        : [{ name: visibilityBefore }, { name: visibility }],
    getEntriesByName: () => (isPaintUnknown ? [] : [{ startTime: 1 }]),
  });
  vi.stubGlobal("pageWasAskedFor", undefined);
  vi.stubGlobal("pressBefore", undefined);
  noteOpening({ fromElsewhere, quietMs: 1_000 });
  const occur = (name: string, more: object) =>
    page.dispatchEvent(
      Object.defineProperty(Object.assign(new Event(name), more), "timeStamp", { value: performance.now() }),
    );
  return {
    wait: (ms: number) => void (tab.clock += ms),
    press: (key = "a") => occur("keydown", { key, code: key, repeat: false }),
    hide: () => document.dispatchEvent(new Event("visibilitychange")),
    tap: ({ x, y } = { x: 200, y: 700 }, pointerType = "touch") =>
      occur("pointerdown", { pointerId: 1, pointerType, button: 0, clientX: x, clientY: y }),
    /** The hand is followed from now on, and the card arrives that the page opened with, or the list of a phone. */
    run: async (came: "opened" | "reader" = "opened") => {
      vi.resetModules();
      const { arrive, newArrival, verdictOn } = await import("../arrivals");
      const card = newArrival(came);
      arrive(card);
      return { verdict: () => verdictOn(card) };
    },
    /** A script or the reader leaves the page. */
    go: (userInitiated: boolean, more: { sameDocument?: boolean; downloadRequest?: string } = {}) => {
      const { sameDocument = false, downloadRequest = null } = more;
      navigation.dispatchEvent(
        Object.assign(new Event("navigate"), {
          userInitiated,
          destination: { sameDocument },
          downloadRequest,
        }),
      );
    },
    leave: () => page.dispatchEvent(new Event("pagehide")),
  };
}
