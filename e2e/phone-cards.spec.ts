import type { Request } from "@playwright/test";
import { approve, readAction, releaseSwitches, setSwitch } from "./support/http/api";
import { lookFirst, middleOf, watchPlaces } from "./support/screen/hand";
import {
  newMarker,
  proposeCritical,
  proposeHigh,
  proposeLow,
  proposeThree,
} from "./support/proposals/proposals";
import { readByKeys } from "./support/screen/reading";
import {
  answer,
  approveButton,
  card,
  decisionBar,
  detail,
  expectToLeave,
  openAction,
  openInbox,
  rejectButton,
  rejectDialog,
} from "./support/screen/screen";
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
  await expect(answer(card(page, first.id))).toHaveText(
    /^Approved\. (It goes to NetSuite now|Applied and verified)\.$/,
  );
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

test("a card that was decided makes room among those that are read ahead", async ({ page }) => {
  const marker = newMarker();
  const proposals = [];
  for (let count = 0; count < 6; count += 1) proposals.push(await proposeLow({ marker }));
  const [first, sixth] = [proposals[0]!, proposals[5]!];
  const readAhead = page.waitForRequest(
    (request) =>
      new URL(request.url()).searchParams.get("ids")?.split(",").includes(String(sixth.id)) ?? false,
  );
  await openInbox(page, marker);
  // A tap at a button that is not open yet scrolls, and a card that moved is new again.
  await expect(approveButton(card(page, first.id))).toBeEnabled();
  await approveButton(card(page, first.id)).tap();
  await expect(answer(card(page, first.id))).toBeVisible();
  await readAhead;
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
  // It covers a part of the change, so it goes by itself.
  await expect(answer(card(page, first.id))).toHaveCount(0);
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
  await expect(approveButton(card(page, first.id))).toBeEnabled();
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

test.describe("with a switch", () => {
  test.afterEach(releaseSwitches);

  test("a banner that pushes the cards down lets a tap right after it decide nothing", async ({ page }) => {
    const marker = newMarker();
    const [first, second, third] = await proposeThree(marker);
    await page.clock.install();
    await openInbox(page, marker);
    const button = approveButton(card(page, first.id));
    await expect(button).toBeEnabled();
    await page.clock.pauseAt(Date.now() + 60_000);
    await expect(button).toBeEnabled();
    const before = await middleOf(button);
    await setSwitch("ns_writes", true, "NetSuite is being upgraded");
    const banner = page.getByRole("alert").filter({ hasText: "Kill switch engaged" });
    await expect(async () => {
      await page.clock.runFor(100);
      expect(await banner.count()).toBe(1);
    }).toPass({ intervals: [20] });
    // Its clock stands still: no time has passed since the cards came to their new places.
    const now = await middleOf(button);
    expect(now.y - before.y).toBeGreaterThan(40);
    await page.touchscreen.tap(now.x, now.y);
    await expect(lookFirst(page)).toBeVisible();
    await page.clock.resume();
    await expect(button).toBeEnabled();
    for (const { id } of [first, second, third]) expect((await readAction(id)).status).toBe("pending");
    await button.tap();
    await expect(answer(card(page, first.id))).toContainText("Approved.");
  });
});

test("no row moves while a sheet is open, nor as it closes: the next tap meets the card that it aims at", async ({
  page,
}) => {
  const marker = newMarker();
  const [first, second, third] = await proposeThree(marker);
  await openInbox(page, marker);
  const button = approveButton(card(page, second.id));
  const order = () =>
    page.locator("[role=feed] article").evaluateAll((rows) => rows.map((row) => row.dataset.actionId));
  const before = await order();
  await rejectButton(card(page, second.id)).tap();
  await expect(rejectDialog(page)).toBeVisible();
  const urgent = await proposeLow({ marker, expires_in_seconds: 300 });
  await expect(page.getByText("1 new — show")).toBeVisible();
  await rejectDialog(page).getByRole("button", { name: "Cancel" }).tap();
  await expect(rejectDialog(page)).toHaveCount(0);
  await expect(button).toBeEnabled();
  expect(await order()).toEqual(before);
  await button.tap();
  await expect(answer(card(page, second.id))).toContainText("Approved.");
  expect(await order()).toEqual(before);
  for (const { id } of [first, third, urgent]) expect((await readAction(id)).status).toBe("pending");
});

test("a second click on the spot of Approve does not say that a critical change was read", async ({
  page,
}) => {
  const one = await openAction(page, await proposeCritical());
  const middle = await middleOf(approveButton(decisionBar(page)));
  const spot = { x: middle.x, y: middle.y - 12 };
  await page.mouse.move(spot.x, spot.y);
  await expect(approveButton(decisionBar(page))).toBeEnabled();
  await page.mouse.down();
  await page.mouse.up();
  const dialog = page.getByRole("dialog", { name: "Approve a critical change" });
  const read = dialog.getByRole("button", { name: "I have read it" });
  await readByKeys({ scroller: dialog.getByRole("region", { name: "The full change" }), button: read });
  const box = (await read.boundingBox())!;
  expect(spot.y, "the button is where Approve was").toBeGreaterThan(box.y);
  expect(spot.y).toBeLessThan(box.y + box.height);
  await page.mouse.down();
  await page.mouse.up();
  await expect(lookFirst(page)).toBeVisible();
  await expect(dialog).toContainText("Step 1 of 3");
  expect((await readAction(one.id)).status).toBe("pending");
});

test("a card counts as out of view while another's detail covers it, and is looked at anew after going back", async ({
  page,
}) => {
  const marker = newMarker();
  const [first, second] = await proposeThree(marker);
  await openInbox(page, marker);
  const button = approveButton(card(page, first.id));
  await expect(button).toBeEnabled();
  await card(page, second.id).getByRole("link").first().tap();
  await expect(approveButton(decisionBar(page))).toBeEnabled();
  // No role is found behind the detail; its attributes are.
  const covered = page
    .locator(`[role=feed] [data-action-id="${first.id}"] button`)
    .filter({ hasText: "Approve" });
  await expect(covered).toHaveAttribute("aria-disabled", "true");
  await detail(page).getByRole("button", { name: "Inbox" }).tap();
  await expect(button).toBeEnabled();
  await button.tap();
  await expect(answer(card(page, first.id))).toContainText("Approved.");
});

test("a tap on a card that is half out of view says so, and counts once all of it is seen", async ({
  page,
}) => {
  const marker = newMarker();
  const [first] = await proposeThree(marker);
  await proposeThree(marker);
  await openInbox(page, marker);
  const button = approveButton(card(page, first.id));
  await expect(button).toBeEnabled();
  await button.evaluate((element) => element.scrollIntoView({ block: "start" }));
  await expect(button).toHaveAttribute("aria-disabled", "true");
  const spot = await middleOf(button);
  await page.touchscreen.tap(spot.x, spot.y);
  await expect(lookFirst(page)).toHaveText("Part of it is out of view: see all of it first.");
  expect((await readAction(first.id)).status).toBe("pending");
  await card(page, first.id).evaluate((element) => element.scrollIntoView({ block: "center" }));
  await expect(button).toBeEnabled();
  const middle = await middleOf(button);
  await page.touchscreen.tap(middle.x, middle.y);
  await expect(answer(card(page, first.id))).toContainText("Approved.");
});

test("a card that is pressed while the rest of the list's code comes in is opened", async ({ page }) => {
  const marker = newMarker();
  const [first] = await proposeThree(marker);
  const html = await (await page.request.get(`/proposed-actions?q=${marker}`)).text();
  const held: Request[] = [];
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/_next/static/chunks/**", async (route) => {
    const file = new URL(route.request().url()).pathname.split("/").at(-1)!;
    if (!html.includes(file)) {
      held.push(route.request());
      await released;
    }
    await route.continue();
  });
  await page.goto(`/proposed-actions?q=${marker}`);
  const feed = page.getByRole("feed");
  await expect(feed).toHaveAttribute("aria-busy", "true");
  await expect(approveButton(card(page, first.id)), "the page's code runs").toBeEnabled();
  await expect.poll(() => held.length, { message: "the rest was asked for" }).toBeGreaterThan(0);
  const spot = await middleOf(card(page, first.id).getByRole("link").first());
  await page.mouse.move(spot.x, spot.y);
  await page.mouse.down();
  release();
  for (const request of held) await (await request.response())?.finished();
  // It would take over in the next frame.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
  );
  await page.mouse.up();
  await expect(page).toHaveURL(new RegExp(`/proposed-actions/${first.id}\\b`));
  await expect(detail(page).getByRole("heading", { level: 2 })).toBeVisible();
  await expect(page.locator("[role=feed]")).toHaveAttribute("aria-busy", "false");
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
