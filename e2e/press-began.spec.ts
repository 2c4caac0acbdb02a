import type { Page } from "@playwright/test";
import { readAction } from "./support/http/api";
import { expectShown, lookFirst, middleOf, type Spot } from "./support/screen/hand";
import { newMarker, type Proposed, proposeLow, proposeThree } from "./support/proposals/proposals";
import {
  answer,
  approveButton,
  card,
  decisionBar,
  openAction,
  openInbox,
  rejectButton,
  rejectDialog,
} from "./support/screen/screen";
import { expect, test } from "./support/test";

/** A press means what was in view as it began, also where it began in the page before (docs/adr/0161). */

const decisionOf = async (id: number) => (await readAction(id)).decision;

/** A way to the list stands here, of which React knows nothing: it loads its page, as every link does before the code runs. */
const placeLink = (page: Page, marker: string, { x, y }: Spot) =>
  page.evaluate(
    ({ to, left, top }) => {
      const link = document.createElement("a");
      link.href = to;
      Object.assign(link.style, { position: "fixed", zIndex: "9999", width: "80px", height: "40px" });
      Object.assign(link.style, { left: `${left}px`, top: `${top}px` });
      document.body.append(link);
    },
    { to: `/proposed-actions?q=${marker}`, left: x - 40, top: y - 20 },
  );

/** A page in which nothing is there is rendered by its code alone, over whatever stood in it. */
const untilPressesAreNoted = (page: Page) =>
  page.waitForFunction(() => globalThis.pageWasAskedFor !== undefined);

/** From the next page on: the page presses Approve of this card by itself as soon as it looks ready. */
const pressOnceReady = (page: Page, id: number, pointerType: string) =>
  page.addInitScript(
    (given) => {
      const look = () => {
        const buttons = document.querySelectorAll<HTMLButtonElement>(
          `[role=feed] [data-action-id="${given.id}"] button`,
        );
        const approve = [...buttons].find(
          ({ textContent, offsetWidth }) => textContent === "Approve" && offsetWidth > 0,
        );
        if (!approve || approve.ariaDisabled === "true" || globalThis.handIsFollowed !== true)
          return void requestAnimationFrame(look);
        const { x, y, width, height } = approve.getBoundingClientRect();
        const press = (type: string, detail = 0) =>
          approve.dispatchEvent(
            new PointerEvent(type, {
              bubbles: true,
              cancelable: true,
              pointerId: 5,
              pointerType: given.pointerType,
              clientX: x + width / 2,
              clientY: y + height / 2,
              detail,
            }),
          );
        press("pointerdown");
        press("pointerup");
        press("click", 1);
      };
      look();
    },
    { id, pointerType },
  );

/** A place on the list's page at which Approve of this card stands. */
async function approveSpot(page: Page, id: number, marker: string): Promise<Spot> {
  await openInbox(page, marker);
  await expect(approveButton(card(page, id))).toBeEnabled();
  return middleOf(approveButton(card(page, id)));
}

const pagesBefore: [what: string, address: string][] = [
  ["another page", "/account"],
  ["the page that says that nothing is there", "/proposed-actions/999999999"],
];
for (const [what, address] of pagesBefore) {
  test(`a press at the spot of the link that led from ${what} to the list decides no card, and says so`, async ({
    page,
    isPhone,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const marker = newMarker();
    const [first] = await proposeThree(marker);
    const spot = await approveSpot(page, first.id, marker);
    await page.goto(address);
    await untilPressesAreNoted(page);
    await placeLink(page, marker, spot);
    await pressOnceReady(page, first.id, isPhone ? "touch" : "mouse");
    if (isPhone) await page.touchscreen.tap(spot.x, spot.y);
    else await page.mouse.click(spot.x, spot.y);
    await expect(lookFirst(page)).toBeVisible();
    expect(await decisionOf(first.id)).toBeNull();
    const again = approveButton(card(page, first.id));
    await expect(again).toBeEnabled();
    if (!isPhone) await page.mouse.move(spot.x - 30, spot.y);
    await expect(async () => {
      if (isPhone) await page.touchscreen.tap(spot.x, spot.y);
      else await page.mouse.click(spot.x, spot.y);
      await expect(answer(card(page, first.id))).toContainText("Approved.", { timeout: 1_500 });
    }).toPass({ intervals: [1_200] });
  });
}

test("a tap elsewhere than the link that led to the list decides at once", async ({ page, isPhone }) => {
  test.skip(!isPhone, "a mouse has to move");
  const marker = newMarker();
  const [first] = await proposeThree(marker);
  const { x, y } = await approveSpot(page, first.id, marker);
  await page.goto("/account");
  await untilPressesAreNoted(page);
  await placeLink(page, marker, { x, y: y + 120 });
  await pressOnceReady(page, first.id, "touch");
  await page.touchscreen.tap(x, y + 120);
  await expect(answer(card(page, first.id))).toContainText("Approved.");
});

test("a mouse button that went down in the first 300 ms of an action decides nothing, however late it is released", async ({
  page,
  isPhone,
}) => {
  test.skip(isPhone, "a phone has no mouse");
  const marker = newMarker();
  const [first, second] = await proposeThree(marker);
  await page.clock.install();
  await openInbox(page, marker);
  await expectShown(page, first.id);
  const approve = approveButton(decisionBar(page));
  await expect(approve).toBeEnabled();
  const spot = await middleOf(approve);
  await page.mouse.move(spot.x - 30, spot.y);
  await page.clock.pauseAt(Date.now() + 1_000);
  await page.keyboard.press("j");
  await expectShown(page, second.id);
  await page.mouse.move(spot.x, spot.y);
  await page.mouse.down();
  await expect(async () => {
    await page.clock.runFor(400);
    await expect(approve).not.toHaveAttribute("aria-disabled", "true", { timeout: 100 });
  }).toPass();
  await page.mouse.up();
  await expect(lookFirst(page)).toHaveText("Too soon: read it first, then press again.");
  await page.clock.resume();
  expect(await decisionOf(second.id)).toBeNull();
  await page.mouse.click(spot.x, spot.y);
  await expect.poll(() => decisionOf(second.id)).toBe("approve");
});

test("a click without a pointer, as screen readers make it, decides a card in view and none that is not", async ({
  page,
  isPhone,
}) => {
  test.skip(!isPhone, "a desk decides in the pane");
  const marker = newMarker();
  const proposals: Proposed[] = [];
  for (let count = 0; count < 8; count += 1) proposals.push(await proposeLow({ marker }));
  await openInbox(page, marker);
  await expect(approveButton(card(page, proposals[0]!.id))).toBeEnabled();
  const away = approveButton(card(page, proposals[6]!.id));
  await expect(away).not.toBeInViewport();
  await away.dispatchEvent("click");
  await expect(lookFirst(page)).toHaveText("Part of it is out of view: see all of it first.");
  expect(await decisionOf(proposals[6]!.id)).toBeNull();
  await card(page, proposals[6]!.id).evaluate((row) => row.scrollIntoView({ block: "center" }));
  await expect(away).toBeEnabled();
  await away.dispatchEvent("click");
  await expect.poll(() => decisionOf(proposals[6]!.id)).toBe("approve");
});

test("rows that a new width has moved let a tap right after it decide nothing", async ({ page, isPhone }) => {
  test.skip(!isPhone, "rows at a desk have one height");
  const marker = newMarker();
  const [first] = await proposeThree(marker);
  await page.clock.install();
  await openInbox(page, marker);
  const button = approveButton(card(page, first.id));
  await expect(button).toBeEnabled();
  await page.clock.pauseAt(Date.now() + 60_000);
  await expect(button).toBeEnabled();
  await page.setViewportSize({ width: 340, height: 844 });
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(340);
  await expect(button).toHaveAttribute("aria-disabled", "true");
  const { x, y } = await middleOf(button);
  await page.touchscreen.tap(x, y);
  await expect(lookFirst(page)).toBeVisible();
  await page.clock.resume();
  expect(await decisionOf(first.id)).toBeNull();
  await expect(button).toBeEnabled();
  await button.tap();
  await expect(answer(card(page, first.id))).toContainText("Approved.");
});

test("Enter that takes a word of an input method sends no reason", async ({ page, isPhone }) => {
  test.skip(isPhone, "a phone has no keys");
  const one = await openAction(page, await proposeLow());
  await expect(rejectButton(decisionBar(page))).toBeEnabled();
  await rejectButton(decisionBar(page)).click();
  const reason = rejectDialog(page).getByRole("textbox");
  await reason.fill("Not agreed: ");
  const method = await page.context().newCDPSession(page);
  await method.send("Input.imeSetComposition", { text: "にほ", selectionStart: 2, selectionEnd: 2 });
  await page.keyboard.press("Enter");
  await expect(rejectDialog(page)).toBeVisible();
  await method.send("Input.insertText", { text: "日本" });
  await expect(reason).toHaveValue(/日本/);
  expect(await decisionOf(one.id)).toBeNull();
  await page.keyboard.press("Enter");
  await expect.poll(() => decisionOf(one.id)).toBe("reject");
});
