import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/screen/axe";
import { enterAs, hire } from "./support/people/people";
import { expect, test } from "./support/test";

test.use({ role: "nobody", serviceWorkers: "allow" });

/** A browser without a screen forbids notifications, and no push service can be reached: both stand in here, as far as the page sees them. */
const withPushService = (page: Page, endpoint: string) =>
  page.addInitScript((address) => {
    const subscription = {
      endpoint: address,
      toJSON: () => ({ endpoint: address, keys: { p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22) } }),
      unsubscribe: async () => {
        localStorage.removeItem("subscribed");
        return true;
      },
    };
    Object.defineProperty(Notification, "permission", { get: () => "granted", configurable: true });
    Notification.requestPermission = async () => "granted" as const;
    const current = () => (localStorage.getItem("subscribed") ? subscription : null);
    Object.assign(PushManager.prototype, {
      getSubscription: async () => current(),
      subscribe: async () => {
        localStorage.setItem("subscribed", "yes");
        return subscription;
      },
    });
  }, endpoint);

async function openAccount(page: Page) {
  await enterAs(page, await hire("approver"));
  await page.goto("/account");
  await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistration())?.active);
  await page.reload();
  return page.getByRole("region", { name: "Browser notifications" });
}

test("somebody turns notifications on for this browser, sees it listed, and turns it off", async ({
  page,
}) => {
  await withPushService(page, "https://push.example.com/this-browser");
  const part = await openAccount(page);
  await part.getByRole("button", { name: "Turn on in this browser" }).click();
  const mine = part.getByRole("listitem").filter({ hasText: "this one" });
  await expect(mine).toBeVisible();
  await expect(part.getByRole("button", { name: "Turn on in this browser" })).toHaveCount(0);
  await expectAccessible(page, "account with a browser that is told");
  await page.reload();
  await expect(mine).toBeVisible();
  await mine.getByRole("button", { name: /^Turn off/ }).click();
  await expect(part.getByRole("button", { name: "Turn on in this browser" })).toBeVisible();
  await expect(part.getByRole("listitem")).toHaveCount(0);
});

test("whoever blocked notifications reads where to allow them", async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(Notification, "permission", { get: () => "denied", configurable: true }),
  );
  const part = await openAccount(page);
  await expect(part).toContainText("You blocked notifications from this site.");
});
