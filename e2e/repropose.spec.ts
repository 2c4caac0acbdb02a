import type { Locator, Page } from "@playwright/test";
import { readAction, releaseSwitches } from "./support/http/api";
import { proposeStale } from "./support/proposals/proposals";
import {
  amendBar,
  approveButton,
  card,
  decisionBar,
  detail,
  expectApplied,
  openAction,
  section,
  showAs,
} from "./support/screen/screen";
import { editRecord } from "./support/simulator";
import { expect, test } from "./support/test";

test.afterEach(releaseSwitches);

/** Until the page runs, a press on what the server rendered is lost. */
const proposeIt = async (page: Page, within: Locator) => {
  const dialog = page.getByRole("dialog", { name: "Propose it again?" });
  await expect(async () => {
    if (!(await dialog.isVisible())) await within.getByRole("button", { name: "Propose again" }).click();
    await expect(dialog).toBeVisible({ timeout: 5_000 });
  }).toPass();
  // It may stand where the first press was, and a second one on that very spot counts for nothing.
  await page.mouse.move(1, 1);
  await expect(dialog.getByRole("button", { name: "Propose it" }), "once it can be pressed").toBeFocused();
  await dialog.getByRole("button", { name: "Propose it" }).click();
  await expect(dialog).toHaveCount(0);
};

test("a stale action shows what it would say now, and is proposed again and written", async ({ page }) => {
  const stale = await openAction(page, await proposeStale());
  await expect(section(page, "The change")).toShow("changed since proposed");
  await expect(section(page, "The change").getByTestId("again")).toContainText(`Rate $${stale.now} → $`);
  const bar = amendBar(page);
  await proposeIt(page, bar);
  await expect(bar).toShow(/starts from \$.+ now, not \$/);
  const id = (await readAction(stale.id)).superseded_by_id!;
  await bar.getByRole("link", { name: `Open #${id}` }).click();
  await expect(detail(page).getByRole("link", { name: `replaces #${stale.id}` })).toBeVisible();
  await expect(section(page, "History")).toShow(new RegExp(`in place of #${stale.id}, at `));
  await expect(section(page, "History").locator("[data-blank]"), "no blank of ours is marked").toHaveCount(0);
  const version = await readAction(id);
  expect(version).toMatchObject({ status: "pending", author: "Priya Raman", supersedes_id: stale.id });
  expect(version.changes[0]).toMatchObject({ from: String(Number(stale.now)) });
  await expect(section(page, "The change")).toShow("unchanged");
  await approveButton(decisionBar(page)).click();
  await expectApplied(id);
});

test("the list of stale ones offers it on the card, and says when another took its place", async ({
  page,
}) => {
  const stale = await proposeStale();
  await page.goto(`/proposed-actions?view=stale&q=${stale.marker}`);
  await showAs(page, "Cards");
  await proposeIt(page, card(page, stale.id));
  await expect(card(page, stale.id)).toShow(/Proposed again as #\d+/);
  const id = (await readAction(stale.id)).superseded_by_id!;
  await expect(card(page, stale.id).getByRole("button", { name: "Propose again" })).toHaveCount(0);
  await page.reload();
  await expect(card(page, stale.id).getByRole("link", { name: `replaced by #${id}` })).toBeVisible();
  await openAction(page, stale);
  await expect(amendBar(page)).toShow(`#${id} already took its place.`);
  await expect(amendBar(page).getByRole("button", { name: "Propose again" })).toBeDisabled();
});

test("where the record holds the value already, nothing is left to do", async ({ page }) => {
  const stale = await proposeStale();
  const to = (await readAction(stale.id)).changes[0]!.to!;
  await editRecord("order_line", stale.recordId, { rate: to });
  await openAction(page, stale);
  await expect(section(page, "The change")).toShow(/there is nothing left to do/);
  await amendBar(page).getByRole("button", { name: "Propose again" }).click();
  const dialog = page.getByRole("dialog", { name: "Propose it again?" });
  await expect(dialog).toShow(/there is nothing left to do/);
  await expect(dialog.getByRole("button", { name: "Propose it" })).toBeDisabled();
  expect((await readAction(stale.id)).superseded_by_id).toBeNull();
});
