import { type Locator, type Page, expect } from "@playwright/test";

/** Faults that a screen may have at no size. Each look runs in the page and answers with what it found, in words. */

/** The window has been laid out at its present size. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))),
  );
}

/**
 * Every control of the dialog can be brought into the window and is met there by a finger, no box of it hides a part of
 * what it holds, and no part of the dialog stands beyond the window.
 */
export async function expectWithinReach(dialog: Locator, where: string): Promise<void> {
  await settled(dialog.page());
  await expect.poll(() => dialog.evaluate(faultsOfDialog), { message: where }).toEqual([]);
}

function faultsOfDialog(dialog: Element): string[] {
  const nameOf = (element: Element) =>
    `<${element.tagName.toLowerCase()}> ${(element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 60)}`;
  const isIn = ({ top, left, bottom, right }: DOMRect) =>
    top >= -1 && left >= -1 && bottom <= window.innerHeight + 1 && right <= window.innerWidth + 1;
  const faults: string[] = [];
  if (!isIn(dialog.getBoundingClientRect())) faults.push("the dialog stands beyond the window");
  for (const element of [dialog, ...dialog.querySelectorAll("*")]) {
    const style = getComputedStyle(element);
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = element;
    // One pixel high: words for screen readers alone.
    if (clientHeight <= 1 || clientWidth <= 1 || element instanceof HTMLInputElement) continue;
    if (/hidden|clip/.test(style.overflowY) && scrollHeight > clientHeight + 1)
      faults.push(`cut below: ${nameOf(element)}`);
    if (/hidden|clip/.test(style.overflowX) && scrollWidth > clientWidth + 1)
      faults.push(`cut at its side: ${nameOf(element)}`);
    if (/auto|scroll/.test(style.overflowX) && scrollWidth > clientWidth + 1)
      faults.push(`scrolls sideways: ${nameOf(element)}`);
  }
  for (const control of dialog.querySelectorAll("button, a[href], input, select, textarea, summary")) {
    control.scrollIntoView({ block: "nearest" });
    const rect = control.getBoundingClientRect();
    if (rect.width === 0) continue;
    const met = document.elementFromPoint(rect.left + rect.width / 2, rect.top + rect.height / 2);
    if (!isIn(rect) || !met || !(control.contains(met) || met.contains(control)))
      faults.push(`out of reach: ${nameOf(control)}`);
  }
  return faults;
}

/** Each of these is whole in the window, holds its own words, and nothing covers a corner of it. */
export async function expectWhole(controls: Locator, where: string): Promise<void> {
  await settled(controls.page());
  expect(await controls.count(), where).toBeGreaterThan(0);
  await expect.poll(() => controls.evaluateAll(cutOff), { message: where }).toEqual([]);
}

/** The words of those that are covered, or that run out of their own box and so under their neighbour. */
function cutOff(elements: Element[]): string[] {
  return elements.flatMap((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const corners = [
      [left + 4, top + 4],
      [right - 4, top + 4],
      [left + 4, bottom - 4],
      [right - 4, bottom - 4],
    ] as const;
    const covered = corners.some(([x, y]) => !element.contains(document.elementFromPoint(x, y)));
    const runsOut = element.scrollWidth > element.clientWidth + 1;
    return covered || runsOut ? [(element.textContent ?? "").trim()] : [];
  });
}

/** No number stands on two lines, and no part of the page but what is made for it scrolls sideways. */
export async function expectNumbersWhole(page: Page, where: string): Promise<void> {
  await settled(page);
  expect(await page.evaluate(splitNumbers), where).toEqual([]);
}

function splitNumbers(): string[] {
  // An amount, a quantity, a percentage, a time of day: digits and what stands within or around them, outside of any id.
  const number = /(?<![\w:-])[−+±]?(?:[$€£¥]|CA\$|MX\$)?\d[\d,.:]*(?:\s%)?(?![\w-])/g;
  const found: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement!;
    // Texts that are broken anywhere on purpose: hashes, ids, the raw payload.
    if (getComputedStyle(parent).wordBreak === "break-all" || parent.closest("[aria-hidden=true]")) continue;
    for (const match of (node.textContent ?? "").matchAll(number)) {
      const range = document.createRange();
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
      if (new Set(tops).size > 1) found.push(`${match[0]} in “${parent.textContent?.slice(0, 60)}”`);
    }
  }
  return found;
}

/** No part of the page scrolls sideways that is not made for it, and nothing reaches beyond the window. */
export async function expectNoSideways(page: Page, where: string): Promise<void> {
  await settled(page);
  expect(await page.evaluate(sidewaysParts), where).toEqual([]);
}

function sidewaysParts(): string[] {
  const found: string[] = [];
  for (const element of document.querySelectorAll("body *")) {
    const { overflowX } = getComputedStyle(element);
    const { scrollWidth, clientWidth } = element;
    if (clientWidth <= 1 || !/auto|scroll/.test(overflowX) || scrollWidth <= clientWidth + 1) continue;
    const name = element.getAttribute("aria-label") ?? element.className;
    // Rows of choices that are swiped on a phone.
    if (/by state$|^Parts of/.test(name)) continue;
    // A text whose lines are edited whole, and a picture.
    if (element.matches("[data-scrolls-sideways]")) continue;
    found.push(`<${element.tagName.toLowerCase()}> ${name}: ${scrollWidth} in ${clientWidth}`);
  }
  if (document.documentElement.scrollWidth > window.innerWidth) found.push("the page");
  return found;
}
