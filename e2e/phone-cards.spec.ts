import { approve, readAction } from "./support/api";
import { middleOf, watchPlaces } from "./support/hand";
import { newMarker, proposeHigh, proposeLow, proposeThree } from "./support/proposals";
import {
  answer,
  approveButton,
  card,
  decisionBar,
  expectToLeave,
  openAction,
  openInbox,
} from "./support/screen";
import { expect, test } from "./support/test";

test.skip(({ isPhone }) => !isPhone, "a desk decides beside the list");

test("a decided card keeps its place and its height, and its neighbours theirs, until somebody touches elsewhere", async ({
  page,
  isPhone,
}) => {
  const marker = newMarker();
  const [first, second, third] = await proposeThree(marker);
  await openInbox(page, marker);
  const button = approveButton(card(page, first.id));
  await expect(button).toBeEnabled();
  const far = await watchPlaces(page);
  const spot = await middleOf(button);
  await page.touchscreen.tap(spot.x, spot.y);
  await expect(answer(card(page, first.id))).toHaveText("Approved. It goes to NetSuite now.");
  // A colleague decides another one, and a row with a nearer expiry arrives.
  await approve("admin", second);
  await proposeLow({ marker, expires_in_seconds: 300 });
  await expect(answer(card(page, second.id))).toContainText("Mike Ortiz approved this");
  await expect(page.getByRole("button", { name: "1 new — show" })).toBeVisible();
  // A finger that goes on where it was meets the answer.
  await page.touchscreen.tap(spot.x, spot.y);
  await expect(card(page, first.id)).toBeVisible();
  expect(await far()).toEqual({ [first.id]: 0, [second.id]: 0, [third.id]: 0 });
  await expectToLeave(page, first.id, isPhone);
  expect((await readAction(third.id)).status).toBe("pending");
});

test("a refused decision is told over the card, whose neighbours keep their places", async ({ page }) => {
  const marker = newMarker();
  const [first, second, third] = await proposeThree(marker);
  await openInbox(page, marker);
  await expect(approveButton(card(page, first.id))).toBeEnabled();
  const far = await watchPlaces(page);
  await page.route("**/proposed-actions*", (route) =>
    route.request().method() === "POST" ? route.abort() : route.fallback(),
  );
  await approveButton(card(page, first.id)).tap();
  await expect(answer(card(page, first.id))).toContainText("No answer came back");
  await expect(approveButton(card(page, first.id)), "it can be tried again").toBeVisible();
  expect(await far()).toEqual({ [first.id]: 0, [second.id]: 0, [third.id]: 0 });
  expect((await readAction(first.id)).status).toBe("pending");
});

test("decided cards that have been scrolled away leave, and what is on screen stays where it is", async ({
  page,
}) => {
  const marker = newMarker();
  const proposals = [];
  for (let count = 0; count < 12; count += 1) proposals.push(await proposeLow({ marker }));
  const first = proposals[0]!;
  await openInbox(page, marker);
  await approveButton(card(page, first.id)).tap();
  await expect(answer(card(page, first.id))).toBeVisible();
  const scroller = page.getByTestId("list-scroller");
  const sixth = proposals[6]!;
  await scroller.evaluate((list) => list.scrollBy(0, 900));
  await expect(card(page, sixth.id)).toBeVisible();
  const top = async () => (await card(page, sixth.id).boundingBox())!.y;
  const before = await top();
  await expect(card(page, first.id)).toHaveCount(0);
  await expect.poll(async () => scroller.evaluate((list) => list.scrollTop)).toBeLessThan(900);
  expect(Math.abs((await top()) - before)).toBeLessThan(1);
});

test("taps that go on where Approve was do not confirm an L4", async ({ page }) => {
  const proposed = await openAction(page, await proposeHigh());
  const button = approveButton(decisionBar(page));
  await expect(button).toBeEnabled();
  const spot = await middleOf(button);
  for (let tap = 0; tap < 12; tap += 1) await page.touchscreen.tap(spot.x, spot.y);
  expect(await readAction(proposed.id)).toMatchObject({ status: "pending", approvals: 0 });
  const confirm = page
    .getByRole("dialog", { name: "Approve this?" })
    .getByRole("button", { name: "Confirm approval" });
  await expect(confirm).toBeEnabled();
});
