import type { Page, Request } from "@playwright/test";
import { approve, readAction } from "./support/http/api";
import { call, succeed } from "./support/http/call";
import { setGrace } from "./support/grace";
import {
  type Proposed,
  newMarker,
  proposeLow,
  proposeOrderLine,
  untilStatus,
} from "./support/proposals/proposals";
import {
  answer,
  approveButton,
  card,
  decisionOf,
  detail,
  expectApplied,
  openInbox,
  rejectButton,
  rejectDialog,
} from "./support/screen/screen";
import { expectProblem } from "./support/http/refusal";
import { countCommits, readRecord } from "./support/simulator";
import { expect, test } from "./support/test";

// Long enough for a slow machine; the seconds themselves are tested on the gateway with a clock of the test.
const longSeconds = 60;
test.beforeEach(() => setGrace(longSeconds));
test.afterAll(() => setGrace(0));

const strip = (page: Page) => page.getByTestId("take-back-strip").filter({ visible: true });
const stripButton = (page: Page) => strip(page).getByTestId("take-back");
const announcer = (page: Page) => page.getByTestId("announcer");

async function approveOnPage(page: Page, { id }: Proposed, isPhone: boolean): Promise<void> {
  if (!isPhone) await card(page, id).getByRole("link").first().click();
  await approveButton(decisionOf(page, id, isPhone)).click();
  await expect(announcer(page)).toContainText(`#${id}: Approved. It goes to NetSuite in ${longSeconds} s.`);
}

/** Cancelled before anything was sent, and the identical proposal waits in its place. */
async function expectTakenBack({ id, payload_hash }: Proposed): Promise<number> {
  await untilStatus(id, "cancelled");
  const { superseded_by_id: again, push } = await readAction(id);
  expect(push).toMatchObject({ status: "cancelled" });
  expect(await readAction(again!)).toMatchObject({
    status: "pending",
    payload_hash,
    supersedes_id: id,
    author: null,
  });
  expect(await countCommits(`cs-1-${id}`)).toBe(0);
  return again!;
}

test("U takes the latest approval back, wherever the list has gone on to, and its row is there again", async ({
  page,
  isPhone,
}) => {
  const marker = newMarker();
  const [first, second] = [await proposeLow({ marker }), await proposeLow({ marker })];
  await openInbox(page, marker);
  await approveOnPage(page, first, isPhone);
  await expect(strip(page)).toContainText(/\d+ s/);
  await page.mouse.move(0, 0);
  await page.getByRole("heading", { level: 1 }).click();
  await expect(card(page, first.id)).toHaveCount(0);
  await expect(card(page, second.id)).toBeVisible();
  await page.keyboard.press("u");
  const again = await expectTakenBack(first);
  await expect(announcer(page)).toContainText(`#${first.id}: Taken back: #${again} waits again.`);
  await expect(card(page, again)).toBeVisible();
  await expect(strip(page).getByRole("link", { name: `#${again}` })).toBeVisible();
});

test("a tap takes an approval back, and the card that comes back decides nothing under the same finger", async ({
  page,
  isPhone,
}) => {
  const proposed = await proposeLow();
  await openInbox(page, proposed.marker);
  await approveOnPage(page, proposed, isPhone);
  const button = isPhone ? card(page, proposed.id).getByTestId("take-back") : stripButton(page);
  const box = (await button.boundingBox())!;
  if (isPhone) expect(box.height).toBeGreaterThanOrEqual(44);
  await button.click();
  const again = await expectTakenBack(proposed);
  await expect(card(page, again)).toBeVisible();
  expect((await readAction(again)).status).toBe("pending");
  await expect(strip(page), "the answer stands in the place of the pressed button").toShow(
    `Taken back: #${again} waits again.`,
  );
  await expect(stripButton(page)).toHaveCount(0);
});

test("on a phone the button in the strip is as large as a thumb and moves nothing when it comes and goes", async ({
  page,
  isPhone,
}) => {
  test.skip(!isPhone, "a desk has room");
  const proposed = await proposeLow();
  await openInbox(page, proposed.marker);
  const header = async () => page.getByRole("heading", { level: 1 }).boundingBox();
  const before = [await header(), await card(page, proposed.id).boundingBox()];
  await approveOnPage(page, proposed, true);
  const box = (await stripButton(page).boundingBox())!;
  expect(box.height).toBeGreaterThanOrEqual(44);
  expect(box.x + box.width).toBeLessThanOrEqual(390);
  expect([await header(), await card(page, proposed.id).boundingBox()]).toEqual(before);
  await stripButton(page).click();
  const again = await expectTakenBack(proposed);
  await expect(strip(page)).toShow(`Taken back: #${again} waits again.`);
  await expect(stripButton(page)).toHaveCount(0);
});

test("a rejection that is taken back stays rejected, and the identical proposal waits again", async ({
  page,
  isPhone,
}) => {
  const proposed = await proposeLow();
  await openInbox(page, proposed.marker);
  if (!isPhone) await card(page, proposed.id).getByRole("link").first().click();
  await rejectButton(decisionOf(page, proposed.id, isPhone)).click();
  await rejectDialog(page).getByLabel("Reason").fill("The wrong one");
  await rejectDialog(page).getByRole("button", { name: "Reject", exact: true }).click();
  await expect(announcer(page)).toContainText(
    `#${proposed.id}: Rejected. Nothing is written to NetSuite. U takes it back for ${longSeconds} s.`,
  );
  await page.keyboard.press("u");
  await expect(announcer(page)).toContainText("waits again.");
  const { status, superseded_by_id: again } = await readAction(proposed.id);
  expect(status).toBe("rejected");
  expect(await readAction(again!)).toMatchObject({ status: "pending", payload_hash: proposed.payload_hash });
  await expect(card(page, again!)).toBeVisible();
});

test("two decisions are taken back one after the other, the latest first", async ({ page, isPhone }) => {
  const marker = newMarker();
  const [first, second] = [await proposeLow({ marker }), await proposeLow({ marker })];
  await openInbox(page, marker);
  await approveOnPage(page, first, isPhone);
  await approveOnPage(page, second, isPhone);
  await page.keyboard.press("u");
  await expectTakenBack(second);
  expect((await readAction(first.id)).status).toBe("approved");
  await page.keyboard.press("u");
  await expectTakenBack(first);
});

test("where no answer came U takes back the same decision once more, and not the one before it", async ({
  page,
  isPhone,
}) => {
  const marker = newMarker();
  const [first, second] = [await proposeLow({ marker }), await proposeLow({ marker })];
  await openInbox(page, marker);
  await approveOnPage(page, first, isPhone);
  await approveOnPage(page, second, isPhone);
  const isAction = (request: Request) => "next-action" in request.headers();
  await page.route("**/*", (route) => (isAction(route.request()) ? route.abort() : route.fallback()));
  await page.keyboard.press("u");
  await expect(announcer(page)).toContainText(`#${second.id}: No answer came back`);
  await page.unrouteAll();
  await page.keyboard.press("u");
  await expectTakenBack(second);
  expect((await readAction(first.id)).status).toBe("approved");
});

test("once the time is over U proposes the undo of what was written", async ({ page, isPhone }) => {
  await setGrace(1);
  const proposed = await proposeOrderLine();
  await openInbox(page, proposed.marker);
  if (!isPhone) await card(page, proposed.id).getByRole("link").first().click();
  await approveButton(decisionOf(page, proposed.id, isPhone)).click();
  await expectApplied(proposed.id);
  await expect(stripButton(page)).toHaveCount(0);
  const dialog = page.getByRole("dialog", { name: "Undo this?" });
  await expect(async () => {
    await page.keyboard.press("u");
    await expect(dialog).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await dialog.getByRole("button", { name: "Propose the undo" }).click();
  await expect(dialog).toHaveCount(0);
  const { undone_by_id } = await readAction(proposed.id);
  expect(await readAction(undone_by_id!)).toMatchObject({ status: "pending", undo_of_id: proposed.id });
  expect(Number((await readRecord("order_line", proposed.recordId)).rate)).not.toBe(Number(proposed.live));
});

test("the page counts the seconds down, and the write is applied on screen after them", async ({
  page,
  isPhone,
}) => {
  await setGrace(3);
  const proposed = await proposeLow();
  await page.goto(`/proposed-actions/${proposed.id}?q=${proposed.marker}`);
  await approveButton(isPhone ? detail(page) : decisionOf(page, proposed.id, isPhone)).click();
  await expect(answer(detail(page))).toHaveText(/^Approved\. It goes to NetSuite in [123] s\.$/);
  await expect(answer(detail(page))).toContainText("Approved. Applied and verified");
  const { decided_at, applied_at } = await readAction(proposed.id);
  expect(Date.parse(applied_at!) - Date.parse(decided_at!)).toBeGreaterThanOrEqual(3_000);
});

test("another person is refused, and whoever decided it may take it back by a token too", async ({
  page,
  isPhone,
}) => {
  const proposed = await proposeLow();
  await openInbox(page, proposed.marker);
  await approveOnPage(page, proposed, isPhone);
  const { id } = proposed;
  expectProblem(await call("takeBackDecision", "admin", { id }), "not_allowed");
  expect(await succeed("takeBackDecision", "approver", { id })).toMatchObject({ supersedes_id: id });
  await expectTakenBack(proposed);
  await page.keyboard.press("u");
  await expect(announcer(page)).toContainText(/already took its place/);
});

test("where the company gives no time, an approval goes out at once and nothing offers to take it back", async ({
  page,
  isPhone,
}) => {
  await setGrace(0);
  const proposed = await proposeLow();
  await openInbox(page, proposed.marker);
  if (!isPhone) await card(page, proposed.id).getByRole("link").first().click();
  await approveButton(decisionOf(page, proposed.id, isPhone)).click();
  await expect(announcer(page)).toContainText(`#${proposed.id}: Approved. It goes to NetSuite now.`);
  await expectApplied(proposed.id);
  await expect(page.getByTestId("take-back")).toHaveCount(0);
});

test("an approval by the API waits for nothing, and nobody is offered to take it back", async ({ page }) => {
  const proposed = await proposeLow();
  await openInbox(page, proposed.marker);
  await approve("admin", proposed);
  await expectApplied(proposed.id);
  await expect(page.getByTestId("take-back")).toHaveCount(0);
});
