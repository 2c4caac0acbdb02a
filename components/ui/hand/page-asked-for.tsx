import { InlineScript } from "@/components/ui/inline-script";
import { QUIET_MS } from "./hand";

/** Whether the reader opened the page that the server sent, and no rhythm of keys can lead into it from the page before. */

declare global {
  /** It is so. Undefined: nobody can tell. */
  var pageWasAskedFor: boolean | undefined;
}

/** `fromElsewhere`: a page that is not ours may have opened it. Nobody knows which keys were pressed there. */
export function PageAskedFor({
  nonce,
  fromElsewhere,
}: {
  nonce: string | undefined;
  fromElsewhere: boolean;
}) {
  const given = { fromElsewhere, quietMs: QUIET_MS };
  return <InlineScript nonce={nonce} run={noteOpening} given={given} beforePaint />;
}

/**
 * Tells the next page of this tab when the last key was pressed here, and reads the same of the page before. Anything but such
 * a time counts as just now: so does a page that a script opened.
 */
export function noteOpening({ fromElsewhere, quietMs }: { fromElsewhere: boolean; quietMs: number }): void {
  const item = "countersign.last-key";
  const timeNow = () => performance.timeOrigin + performance.now();
  const cameQuietly = () => {
    try {
      const before = sessionStorage.getItem(item);
      sessionStorage.removeItem(item);
      return before === null || (/^\d{13}$/.test(before) && timeNow() - Number(before) >= quietMs);
    } catch {
      return false;
    }
  };
  const wasQuiet = cameQuietly();
  const [page] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  // Before this ran, too, where the browser keeps that.
  const wasHidden = performance.getEntriesByType("visibility-state").some(({ name }) => name === "hidden");
  // Neither loaded again nor restored, by whomever.
  const isNew = page?.type === "navigate" && document.visibilityState === "visible" && !wasHidden;
  globalThis.pageWasAskedFor = !fromElsewhere && wasQuiet && isNew;
  document.addEventListener("visibilitychange", () => (globalThis.pageWasAskedFor = false));

  let lastKeyAt: number | null = null;
  addEventListener("keydown", () => (lastKeyAt = timeNow()), { capture: true, passive: true });
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
    } catch {
      // A browser that keeps nothing: the next page cannot read either.
    }
  });
}

/** A key counts on what this page opened with as on what was chosen by hand: nobody has done anything here since. */
export const wasPageAskedFor = (): boolean =>
  globalThis.pageWasAskedFor === true && globalThis.earlyInput === undefined;
