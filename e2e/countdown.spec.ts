import type { Page } from "@playwright/test";
import type { Problem } from "@/lib/contract/problem";
import { decide, readAction } from "./support/http/api";
import { expectStatus } from "./support/http/request";
import { type Proposed, proposeLow } from "./support/proposals/proposals";
import { runningOut } from "./support/proposals/running-out";
import { approveButton, card, decisionOf, detail, openAction, openInbox } from "./support/screen/screen";
import { expect, test } from "./support/test";

const countdown = (page: Page, id: number) => card(page, id).getByTestId("countdown");
const minutes = 60_000;

/** The page follows the server's clock; cut off from it, it follows its own, which the test moves. */
async function openWithOwnClock(page: Page, proposed: Proposed): Promise<void> {
  await page.clock.install();
  await page.route("**/api/**", (route) => route.abort());
  // The page asks by itself once it runs. Before that, a moved clock would be taken for the hour it was loaded at.
  const runs = page.waitForRequest("**/api/**");
  await openInbox(page, proposed.marker);
  await expect(card(page, proposed.id)).toBeVisible();
  await runs;
}

test("the countdown ticks every second near its end", async ({ page }) => {
  const proposed = await proposeLow({ expires_in_seconds: 500 });
  await openWithOwnClock(page, proposed);
  const clock = countdown(page, proposed.id);
  await expect(clock).toHaveText(/\d:\d\d min$/);
  const first = await clock.textContent();
  await page.clock.fastForward(1_000);
  await expect(clock).not.toHaveText(first!);
});

test("it takes as much room before its seconds begin as after, so that no card grows", async ({ page }) => {
  const proposed = await proposeLow({ expires_in_seconds: 640 });
  await openWithOwnClock(page, proposed);
  const clock = countdown(page, proposed.id);
  await expect(clock).toHaveText(/10 min$/);
  const readWidth = () => clock.evaluate((element) => element.getBoundingClientRect().width);
  await expect.poll(readWidth).toBeGreaterThan(0);
  const width = await readWidth();
  await page.clock.fastForward(minutes);
  await expect(clock).toHaveText(/9:\d\d min$/);
  await expect.poll(readWidth).toBe(width);
});

test("it turns hot within the last two hours, and says the exact moment", async ({ page }) => {
  const proposed = await proposeLow({ expires_in_seconds: 3 * 3_600 });
  await openWithOwnClock(page, proposed);
  const clock = countdown(page, proposed.id);
  await expect(clock).toHaveText(/2 h 5\d m|3 h$/);
  await expect(clock).not.toHaveAttribute("data-hot", "true");
  await expect(clock).toHaveAttribute("title", /^Expires /);
  await page.clock.fastForward(65 * minutes);
  await expect(clock).toHaveText(/1 h 5\d m$/);
  await expect(clock).toHaveAttribute("data-hot", "true");
});

test("an expired card cannot be approved and says so", async ({ page, isPhone }) => {
  const proposed = await proposeLow({ expires_in_seconds: 1_200 });
  await openWithOwnClock(page, proposed);
  const decision = decisionOf(page, proposed.id, isPhone);
  await expect(approveButton(decision)).toBeEnabled();
  await page.clock.fastForward(21 * minutes);
  await expect(countdown(page, proposed.id)).toHaveText("expired");
  await expect(decision).toContainText("This proposal has expired. Propose it again to bring it back.");
  await expect(approveButton(decision)).toBeDisabled();
  await page.keyboard.press("a");
  expect((await readAction(proposed.id)).status).toBe("pending");
});

test("a proposal that has run out is expired on every page and refused by the server", async ({ page }) => {
  const proposed = runningOut();
  const { id, payload_hash } = proposed;
  await expect.poll(() => Date.now(), { timeout: 120_000 }).toBeGreaterThan(Date.parse(proposed.expires_at));
  const late = await decide("approver", id, { decision: "approve", payload_hash });
  expect(expectStatus<Problem>(late, 410)).toMatchObject({ code: "expired" });
  await openAction(page, proposed);
  await expect(detail(page)).toShowFirst(/^expired$/i);
  await expect(page.getByRole("button", { name: "Approve", exact: true, disabled: false })).toHaveCount(0);
  await openInbox(page, proposed.marker);
  await expect(card(page, id)).toHaveCount(0);
  expect(await readAction(id)).toMatchObject({ decision: null, push: null });
});
