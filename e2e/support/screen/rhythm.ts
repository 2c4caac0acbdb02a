import type { Page } from "@playwright/test";

/** Keys at a pace, by the page's own clock, and what became of each of them. */

export interface PressedKey {
  /** The action in the pane as the key was pressed, and for how long it had been there. */
  id: number | null;
  shownForMs: number;
  at: number;
  /**
   * On screen right after it. `sent`: the decision is on its way. `reading`: its record is read first. `refused`: the bar says why
   * not.
   */
  became: "sent" | "reading" | "refused" | "nothing";
  /** The text of the bar at that moment. */
  bar: string;
  /** It was answered, or nothing follows any more. Until then no hand presses again. */
  isJudged: boolean;
}

export interface Watched {
  pressed: PressedKey[];
  /** Actions whose row or bar has said that their decision is being sent, and when. */
  sent: Record<number, number>;
}

/**
 * A reaction within a tenth of a second of a key follows at once (Nielsen, Response Times, 1993): six frames, of which a busy machine
 * draws fewer in that time.
 */
const AT_ONCE = { ms: 100, frames: 6 };

/** Watches each A in the page: which action it met, and whether it decides that one or is visibly refused. */
export async function watchKeys(page: Page): Promise<() => Promise<Watched>> {
  await page.evaluate((atOnce) => {
    const watch: Watched = { pressed: [], sent: {} };
    const bar = () => document.querySelector("[data-testid=decision-bar]")?.textContent ?? "";
    const shownNow = () => {
      const body = document.querySelector<HTMLElement>("[data-testid=detail-scroller] [data-action-id]");
      return body ? Number(body.dataset.actionId) : null;
    };
    const refusalNow = () => {
      const words = document.querySelector<HTMLElement>("[data-testid=look-first]");
      return words ? `${words.textContent} ${words.dataset.times}` : "";
    };
    // The first one was there before the watch began.
    let [shown, since] = [shownNow(), 0];
    const look = () => {
      if (shownNow() !== shown) [shown, since] = [shownNow(), performance.now()];
      for (const row of document.querySelectorAll<HTMLElement>("article[data-action-id]"))
        if (row.textContent.includes("Sending your "))
          watch.sent[Number(row.dataset.actionId)] ??= performance.now();
      if (shown !== null && bar().includes("Sending your ")) watch.sent[shown] ??= performance.now();
    };
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
    const became = (id: number, refusalBefore: string): PressedKey["became"] => {
      if (refusalNow() !== "" && refusalNow() !== refusalBefore) return "refused";
      return shown === id && bar().includes("Reading the record") ? "reading" : "nothing";
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "a") return;
      const now = performance.now();
      const id = shown;
      const entry: PressedKey = {
        id,
        shownForMs: now - since,
        at: now,
        became: "nothing",
        bar: "",
        isJudged: false,
      };
      const wasSent = id === null || id in watch.sent;
      const before = refusalNow();
      watch.pressed.push(entry);
      // The second frame is the first one that can show the page's answer to the key.
      const judge = (frame: number) => {
        look();
        entry.bar = bar();
        if (id !== null) entry.became = !wasSent && id in watch.sent ? "sent" : became(id, before);
        const isLate = frame >= atOnce.frames && performance.now() - now >= atOnce.ms;
        if (id === null || entry.became !== "nothing" || isLate) entry.isJudged = true;
        else requestAnimationFrame(() => judge(frame + 1));
      };
      requestAnimationFrame(() => requestAnimationFrame(() => judge(2)));
    };
    window.addEventListener("keydown", onKey, { capture: true });
    Object.assign(window, { watch });
  }, AT_ONCE);
  return () =>
    page.evaluate(
      () =>
        new Promise<Watched>((done) =>
          requestAnimationFrame(() =>
            requestAnimationFrame(() =>
              setTimeout(() => done((window as unknown as { watch: Watched }).watch)),
            ),
          ),
        ),
    );
}

/**
 * Presses A every so many milliseconds of the page's own clock, without a round trip between two keys, until so many decisions
 * were sent or so many keys pressed. The first one comes after such a time. A hand that is refused a dozen times in a row stops
 * for a moment: a card that came by itself, after its record had to be read, asks for that.
 */
export const pressAtPace = (
  page: Page,
  pace: { ms: number; untilSent: number; pressesMax: number },
): Promise<void> =>
  page.evaluate(
    ({ ms, untilSent, pressesMax }) =>
      new Promise<void>((done) => {
        const { watch } = window as unknown as { watch: Watched };
        const press = (type: "keydown" | "keyup") =>
          (document.activeElement ?? document.body).dispatchEvent(
            new KeyboardEvent(type, { key: "a", code: "KeyA", bubbles: true, cancelable: true }),
          );
        const isRefused = () => watch.pressed.slice(-12).every(({ became }) => became === "refused");
        let restsUntil = 0;
        const timer = setInterval(() => {
          if (performance.now() < restsUntil || watch.pressed.at(-1)?.isJudged === false) return;
          if (watch.pressed.length >= 12 && isRefused() && restsUntil < watch.pressed.at(-12)!.at) {
            restsUntil = performance.now() + 1_500;
            return;
          }
          if (Object.keys(watch.sent).length >= untilSent || watch.pressed.length >= pressesMax) {
            clearInterval(timer);
            return done();
          }
          press("keydown");
          press("keyup");
        }, ms);
      }),
    pace,
  );
