import type { Page } from "@playwright/test";
import { readAction } from "./support/http/api";
import { pressOnceRead } from "./support/screen/hand";
import { proposeLow } from "./support/proposals/proposals";
import { expectApplied, openAction } from "./support/screen/screen";
import { expect, test } from "./support/test";

test.use({ role: "approver", serviceWorkers: "allow" });

/** The service worker has taken this page over. */
async function isKept(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

test("without a connection a page that cannot be fetched says so, offers no decision, and comes back by itself", async ({
  page,
  context,
}) => {
  await page.goto("/proposed-actions");
  await isKept(page);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole("heading", { name: "You are offline" })).toBeVisible();
  await expect(page.getByRole("button")).toHaveText(["Try again"]);
  await expect(page).toHaveURL(/proposed-actions/);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "You are offline" })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole("heading", { name: "Inbox" })).toBeVisible();
});

test("nothing of the inbox is stored in the browser: only the page for when there is no connection", async ({
  page,
}) => {
  await page.goto("/proposed-actions");
  await isKept(page);
  const stored = await page.evaluate(async () => {
    const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)));
    const requests = (await Promise.all(caches.map((cache) => cache.keys()))).flat();
    return requests.map(({ url }) => new URL(url).pathname).sort();
  });
  expect(stored).toEqual(["/icon.svg", "/offline.css", "/offline.html", "/offline.js"]);
});

test("without a connection the buttons of an open action refuse in words, keep nothing, and come back with it", async ({
  page,
  context,
}) => {
  const proposed = await openAction(page, await proposeLow());
  const bar = page.getByTestId("decision-bar");
  const approve = bar.getByRole("button", { name: /^Approve/ });
  await expect(approve).not.toHaveAttribute("aria-disabled", "true");
  await context.setOffline(true);
  for (const name of [/^Approve/, /^Reject/])
    await expect(bar.getByRole("button", { name })).toHaveAttribute("aria-disabled", "true");
  for (const press of [() => page.keyboard.press("a"), () => page.keyboard.press("r")]) {
    // The refusal is in view for seconds only.
    await expect(async () => {
      await press();
      const refusal = page.getByTestId("look-first");
      await expect(refusal).toContainText("You are offline: nothing can be sent.", { timeout: 1_000 });
    }).toPass();
  }
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await context.setOffline(false);
  await expect(approve).not.toHaveAttribute("aria-disabled", "true");
  expect((await readAction(proposed.id)).status).toBe("pending");
  await pressOnceRead(page, "a");
  await expectApplied(proposed.id);
});
