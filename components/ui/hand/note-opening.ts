import { QUIET_MS } from "./hand";

declare global {
  /** It is so. Undefined: nobody can tell. */
  var pageWasAskedFor: boolean | undefined;
  /**
   * The last input in the page before was a press: the place, in CSS pixels, where a finger made it. Null: a mouse made it, or nobody
   * knows where.
   */
  var pressBefore: { x: number; y: number } | null | undefined;
}

/**
 * Tells the next page of this tab when the last key was pressed here, and where the last press was if no key came after it; and
 * reads the same of the page before. Anything but such a time counts as just now: so does a page that a script opened.
 */
export function noteOpening({ fromElsewhere, quietMs }: { fromElsewhere: boolean; quietMs: number }): void {
  const [item, pressItem] = ["countersign.last-key", "countersign.last-press"] as const;
  const timeNow = () => performance.timeOrigin + performance.now();
  const take = (name: string) => {
    const kept = sessionStorage.getItem(name);
    sessionStorage.removeItem(name);
    return kept;
  };
  const cameQuietly = () => {
    try {
      const [before, press] = [take(item), take(pressItem)];
      const place = /^(\d{1,5}),(\d{1,5})$/.exec(press ?? "");
      if (press !== null) globalThis.pressBefore = place && { x: Number(place[1]), y: Number(place[2]) };
      return before === null || (/^\d{13}$/.test(before) && timeNow() - Number(before) >= quietMs);
    } catch {
      return false;
    }
  };
  const wasQuiet = cameQuietly();
  const [page] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  // Also keys from before this ran, where the browser records them.
  const wasHidden = performance.getEntriesByType("visibility-state").some(({ name }) => name === "hidden");
  // A page that was reloaded or restored does not count.
  const isNew = page?.type === "navigate" && document.visibilityState === "visible" && !wasHidden;
  globalThis.pageWasAskedFor = !fromElsewhere && wasQuiet && isNew;
  document.addEventListener("visibilitychange", () => (globalThis.pageWasAskedFor = false));

  let lastKeyAt: number | null = null;
  let lastPress: string | null = null;
  const listen = <Name extends keyof WindowEventMap>(
    name: Name,
    note: (event: WindowEventMap[Name]) => void,
  ) => addEventListener(name, note, { capture: true, passive: true });
  listen("keydown", () => {
    lastKeyAt = timeNow();
    lastPress = null;
  });
  listen("pointerdown", ({ pointerType, clientX, clientY }) => {
    lastPress = pointerType === "touch" ? `${Math.round(clientX)},${Math.round(clientY)}` : "mouse";
  });
  // A browser without this interface tells nobody who opens the next page.
  let isByScript = !("navigation" in globalThis);
  globalThis.navigation?.addEventListener("navigate", ({ userInitiated, destination, downloadRequest }) => {
    if (!destination.sameDocument && downloadRequest === null) isByScript = !userInitiated;
  });
  addEventListener("pagehide", () => {
    globalThis.pageWasAskedFor = false;
    try {
      if (isByScript) sessionStorage.setItem(item, "now");
      else if (lastKeyAt !== null) sessionStorage.setItem(item, String(Math.ceil(lastKeyAt)));
      if (lastPress !== null) sessionStorage.setItem(pressItem, lastPress);
    } catch {
      // A browser without storage: the next page cannot read it either.
    }
  });
}

/** In a page that ran no script of its head: what led into it is not known. */
export const noteOpeningLate = (): void => noteOpening({ fromElsewhere: true, quietMs: QUIET_MS });
