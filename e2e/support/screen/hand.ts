import { type Locator, type Page, expect } from "@playwright/test";
import { approveButton, decisionBar, detail, rejectButton } from "./screen";

/** The hand of somebody who does not look: presses on one spot, and what they met there. */

export interface Spot {
  x: number;
  y: number;
}

export async function middleOf(target: Locator): Promise<Spot> {
  const box = await target.boundingBox();
  expect(box, "it is on screen").not.toBeNull();
  return { x: box!.x + box!.width / 2, y: box!.y + box!.height / 2 };
}

/** The same numbers with each run of a seed (mulberry32). */
export function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export interface Met {
  kind: "key" | "pointer";
  /** The action in the pane, how long it had been there, and how long nobody had pressed anything. */
  id: number | null;
  shownForMs: number;
  quietMs: number;
}

/** Watches what each press meets in the pane, by the page's own clock; the result is read at the end. */
export async function watchPresses(page: Page): Promise<() => Promise<Met[]>> {
  await page.evaluate(() => {
    const met: Met[] = [];
    const shownNow = () => {
      const body = document.querySelector<HTMLElement>("[data-testid=detail-scroller] [data-action-id]");
      return body ? Number(body.dataset.actionId) : null;
    };
    let [shown, since, pressedAt] = [shownNow(), performance.now(), 0];
    new MutationObserver(() => {
      if (shownNow() === shown) return;
      [shown, since] = [shownNow(), performance.now()];
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
    const note = (kind: Met["kind"]) => () => {
      const now = performance.now();
      met.push({ kind, id: shown, shownForMs: now - since, quietMs: now - pressedAt });
      pressedAt = now;
    };
    window.addEventListener("keydown", note("key"), { capture: true });
    window.addEventListener("pointerdown", note("pointer"), { capture: true });
    Object.assign(window, { met });
  });
  return () => page.evaluate(() => (window as unknown as { met: Met[] }).met);
}

/** The places of rows while something happens to them, frame by frame: how far each has ever been from where it was. */
export async function watchPlaces(page: Page): Promise<() => Promise<Record<string, number>>> {
  await page.evaluate(() => {
    const places = () =>
      [...document.querySelectorAll<HTMLElement>("[role=feed] article")].map(
        (row) => [row.dataset.actionId!, row.getBoundingClientRect()] as const,
      );
    const before = new Map(places().map(([id, { top, height }]) => [id, { top, height }]));
    const far: Record<string, number> = Object.fromEntries([...before.keys()].map((id) => [id, 0]));
    const look = () => {
      for (const [id, { top, height }] of places()) {
        const was = before.get(id);
        if (was) far[id] = Math.max(far[id]!, Math.abs(top - was.top), Math.abs(height - was.height));
      }
      requestAnimationFrame(look);
    };
    look();
    Object.assign(window, { far });
  });
  return () => page.evaluate(() => (window as unknown as { far: Record<string, number> }).far);
}

export const expectShown = (page: Page, id: number, withinMs?: number) =>
  expect(detail(page).getByTestId("detail-scroller").locator("[data-action-id]").first()).toHaveAttribute(
    "data-action-id",
    String(id),
    withinMs === undefined ? {} : { timeout: withinMs },
  );

export const lookFirst = (page: Page) => page.getByTestId("look-first");

/**
 * Presses a key of the decision bar once it says that it is ready; again where the press was refused in words. A press that is
 * refused may begin a quiet second, so none is made blindly.
 */
export async function pressOnceRead(page: Page, key: "a" | "r"): Promise<void> {
  await expect(async () => {
    await expect((key === "a" ? approveButton : rejectButton)(decisionBar(page))).toBeEnabled();
    await page.keyboard.press(key);
    await expect(lookFirst(page)).toHaveCount(0, { timeout: 200 });
  }).toPass({ intervals: [300] });
}

export const approveInBar = (page: Page) => approveButton(decisionBar(page));

/** The pointer rests on Approve, as of somebody who is about to press it. */
export async function pointAtApprove(page: Page): Promise<Spot> {
  await expect(approveInBar(page)).toBeEnabled();
  const spot = await middleOf(approveInBar(page));
  await page.mouse.move(spot.x, spot.y);
  return spot;
}

export async function clickAgain(page: Page, times = 1): Promise<void> {
  for (let click = 0; click < times; click += 1) {
    await page.mouse.down();
    await page.mouse.up();
  }
}
