import type { Page } from "@playwright/test";
import { approve, readAction, withdraw } from "./support/http/api";
import { tick } from "./support/screen/bulk";
import { succeed } from "./support/http/call";
import {
  approveInBar,
  clickAgain,
  expectShown,
  lookFirst,
  middleOf,
  pointAtApprove,
} from "./support/screen/hand";
import {
  type Proposed,
  newMarker,
  proposeHigh,
  proposeLow,
  proposeThree,
} from "./support/proposals/proposals";
import {
  answer,
  card,
  decisionBar,
  detail,
  expectAnswer,
  expectApplied,
  openAction,
  openInbox,
} from "./support/screen/screen";
import { expect, test } from "./support/test";

test.skip(({ isPhone }) => isPhone, "a phone shows no list beside the action");

async function openTwo(page: Page): Promise<[Proposed, Proposed]> {
  const marker = newMarker();
  const two: [Proposed, Proposed] = [await proposeLow({ marker }), await proposeLow({ marker })];
  await openInbox(page, marker);
  await expectShown(page, two[0].id);
  return two;
}

const statusOf = async ({ id }: Proposed) => (await readAction(id)).status;

test("the action in the pane stays when a row with a nearer expiry comes in, and the press decides the one that was read", async ({
  page,
}) => {
  const marker = newMarker();
  const read = await proposeLow({ marker });
  await openInbox(page, marker);
  await pointAtApprove(page);
  const aimed = await proposeLow({ marker, expires_in_seconds: 300 });
  // The pointer is not on the list, so the row comes in by itself, above the other.
  await expect(page.getByRole("feed").getByRole("article").first()).toHaveAttribute(
    "data-action-id",
    String(aimed.id),
  );
  await expectShown(page, read.id);
  await expect(card(page, read.id)).toHaveAttribute("aria-current", "true");
  await clickAgain(page);
  await expectAnswer(page, read.id, "Approved.");
  await expectApplied(read.id);
  expect(await statusOf(aimed)).toBe("pending");
});

/** All that others can do to a waiting action, and how its pane says so. */
const doneByOthers: [title: string, does: (one: Proposed) => Promise<unknown>, says: RegExp][] = [
  [
    "a colleague decides it",
    (one) => approve("admin", one),
    /^Mike Ortiz approved this (just now|\d+ s ago)\./,
  ],
  ["its agent withdraws it", ({ id }) => withdraw(id), /^.+ withdrew this (just now|\d+ s ago)\.$/],
  [
    "a colleague edits it",
    ({ id, payload_hash }) =>
      succeed("editAction", "admin", {
        id,
        payload_hash,
        changes: [{ field: "note", to: `Promised payment by Monday (${id})` }],
        reason: "They said Monday",
      }),
    /^Mike Ortiz replaced this (just now|\d+ s ago): #\d+ has taken its place\.$/,
  ],
];

for (const [title, does, says] of doneByOthers) {
  test(`the action in the pane stays when ${title}, says who and when, and Next goes on`, async ({
    page,
  }) => {
    const [first, second] = await openTwo(page);
    const spot = await pointAtApprove(page);
    await does(first);
    await expect(answer(decisionBar(page))).toHaveText(says);
    await expectShown(page, first.id);
    await expect(approveInBar(page)).toBeDisabled();
    expect(await middleOf(approveInBar(page)), "the buttons stay where they are").toEqual(spot);
    await clickAgain(page, 3);
    await page.keyboard.press("a");
    await expectShown(page, first.id);
    expect(await statusOf(second)).toBe("pending");

    await decisionBar(page).getByRole("button", { name: "Next" }).click();
    await expectShown(page, second.id);
    expect(await statusOf(second)).toBe("pending");
    await approveInBar(page).click();
    await expectApplied(second.id);
  });
}

test("the action in the pane stays when its time runs out, and N goes on", async ({ page }) => {
  const marker = newMarker();
  const first = await proposeLow({ marker, expires_in_seconds: 1_200 });
  const second = await proposeLow({ marker, expires_in_seconds: 3_000 });
  await page.clock.install();
  await page.route("**/api/**", (route) => route.abort());
  const runs = page.waitForRequest("**/api/**");
  await openInbox(page, marker);
  await runs;
  await pointAtApprove(page);
  await page.clock.fastForward(21 * 60_000);
  await expect(answer(decisionBar(page))).toContainText("This proposal has expired.");
  await clickAgain(page, 3);
  await expectShown(page, first.id);
  await expect(approveInBar(page)).toBeDisabled();
  await page.keyboard.press("n");
  await expectShown(page, second.id);
  for (const one of [first, second]) expect(await statusOf(one)).toBe("pending");
});

test("a second click where the pointer rests decides nothing of the next action, and says so; one that moved there does", async ({
  page,
}) => {
  const [first, second] = await openTwo(page);
  const spot = await pointAtApprove(page);
  await clickAgain(page);
  await expectAnswer(page, first.id, "Approved.");
  await expectShown(page, second.id);
  await expect(approveInBar(page)).toBeEnabled();
  await clickAgain(page, 2);
  await expect(lookFirst(page)).toHaveText("This one is new: look first. Then move the pointer.");
  await expect(lookFirst(page)).toBeInViewport({ ratio: 1 });
  await expect(page.getByTestId("announcer")).toContainText("This one is new: look first.");
  // The button shakes for a moment; nothing else moves for the words.
  await expect.poll(() => middleOf(approveInBar(page))).toEqual(spot);
  expect(await statusOf(second)).toBe("pending");
  await page.mouse.move(spot.x + 3, spot.y - 12);
  await expect(approveInBar(page)).toBeEnabled();
  await clickAgain(page);
  await expectApplied(second.id);
});

test("a key in the first 300 ms of the next action is refused in words, is not kept, and decides nothing; one after them does", async ({
  page,
}) => {
  const marker = newMarker();
  const [first, second, third] = await proposeThree(marker);
  await page.clock.install();
  await openInbox(page, marker);
  await expectShown(page, first.id);
  await expect(approveInBar(page)).toBeEnabled();
  // From here on no time passes for the page by itself.
  await page.clock.pauseAt(Date.now() + 1_000);
  await page.keyboard.press("j");
  await expectShown(page, second.id);
  for (let press = 1; press <= 3; press += 1) {
    await page.keyboard.press("a");
    await expect(lookFirst(page)).toHaveText("Too soon: read it first, then press again.");
    await expect(lookFirst(page)).toHaveAttribute("data-times", String(press));
  }
  await expect(page.getByTestId("announcer")).toContainText("Too soon: read it first");
  await page.clock.resume();
  await expect(approveInBar(page)).not.toHaveAttribute("aria-disabled", "true");
  await expectShown(page, second.id);
  expect(await statusOf(second)).toBe("pending");
  // The page's clock has stood still and caught up: a press that meets a bar which looks again is refused once more.
  await expect(async () => {
    await page.keyboard.press("a");
    await expect.poll(async () => (await readAction(second.id)).decision, { timeout: 5_000 }).toBe("approve");
  }).toPass();
  await expectApplied(second.id);
  for (const one of [first, third]) expect(await statusOf(one)).toBe("pending");
});

test("a double click on Approve of an L4 does not confirm it, nor do Enter twice and Enter held", async ({
  page,
}) => {
  const proposed = await openAction(page, await proposeHigh());
  const dialog = page.getByRole("dialog", { name: "Approve this?" });
  await expect(approveInBar(page)).toBeEnabled();
  await approveInBar(page).dblclick();
  await expect(dialog).toBeVisible();
  const confirm = dialog.getByRole("button", { name: "Confirm approval" });
  await confirm.focus();
  await page.keyboard.press("Enter");
  await expect(lookFirst(page)).toBeVisible();
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);

  await expect(approveInBar(page)).toBeEnabled();
  await approveInBar(page).focus();
  for (let repeats = 0; repeats < 40; repeats += 1) await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await expect(dialog, "held, it opens the question once and answers nothing").toBeVisible();
  expect(await readAction(proposed.id)).toMatchObject({ status: "pending", approvals: 0 });
  await confirm.click();
  await expectApplied(proposed.id);
});

test("the bulk bar is armed again with each change of the selection", async ({ page }) => {
  const marker = newMarker();
  const three = await proposeThree(marker);
  await openInbox(page, marker);
  await tick(page.getByRole("checkbox", { name: `Select #${three[0].id}` }));
  const approveAll = page
    .getByRole("region", { name: "Bulk decision" })
    .getByRole("button", { name: /^Approve/ });
  await expect(approveAll).toBeEnabled();
  const spot = await middleOf(approveAll);
  await page.mouse.move(spot.x, spot.y);
  // The selection changes under the pointer, by key.
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(approveAll).toHaveText(/Approve 2/);
  await clickAgain(page, 2);
  await expect(lookFirst(page)).toBeVisible();
  for (const one of three) expect(await statusOf(one)).toBe("pending");
});

test("rows keep their places while the pointer is on the list, and leave once it has gone", async ({
  page,
}) => {
  const marker = newMarker();
  const [first, second, third] = await proposeThree(marker);
  await openInbox(page, marker);
  await card(page, third.id).hover();
  const before = await card(page, third.id).boundingBox();
  await approve("admin", first);
  await proposeLow({ marker, expires_in_seconds: 300 });
  await expectAnswer(page, first.id, "Mike Ortiz approved this");
  await expect(page.getByRole("button", { name: "1 new — show" })).toBeVisible();
  await expectShown(page, first.id);
  await page.keyboard.press("n");
  await expectShown(page, second.id);
  await expect(approveInBar(page)).toBeEnabled();
  await page.keyboard.press("a");
  await expectAnswer(page, second.id, "Approved.");
  await expectShown(page, third.id);
  expect(await card(page, third.id).boundingBox(), "0 px").toEqual(before);
  await detail(page).getByRole("heading", { level: 2 }).click();
  for (const one of [first, second]) await expect(card(page, one.id)).toHaveCount(0);
});

test("rows keep their places while the keyboard is in the pane", async ({ page }) => {
  const [first, second] = await openTwo(page);
  await expect(approveInBar(page)).toBeEnabled();
  await decisionBar(page).hover();
  await page.keyboard.press("Tab");
  await approveInBar(page).focus();
  await expect.poll(() => card(page, second.id).boundingBox()).not.toBeNull();
  const before = await card(page, second.id).boundingBox();
  await approve("admin", first);
  await expect(answer(decisionBar(page))).toContainText("Mike Ortiz approved this");
  await expect(approveInBar(page), "the focus stays").toBeFocused();
  // A further row would come in by itself if nobody were there.
  const marker = new URL(page.url()).searchParams.get("q")!;
  await proposeLow({ marker, expires_in_seconds: 300 });
  await expect(page.getByRole("button", { name: "1 new — show" })).toBeVisible();
  expect(await card(page, second.id).boundingBox()).toEqual(before);
  await expect(card(page, first.id)).toBeVisible();
});
