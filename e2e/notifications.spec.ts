import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/axe";
import { enterAs, hire } from "./support/people";
import { expect, test } from "./support/test";

test.use({ role: "nobody" });

/** No push service can be reached here: the browser's own part stands in for one, as far as the page sees it. */
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
  return page.getByRole("region", { name: "Notifications" });
}

test("somebody turns notifications on for this browser, sees it listed, and turns it off", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["notifications"]);
  await withPushService(page, "https://push.example.com/this-browser");
  const part = await openAccount(page);
  await part.getByRole("button", { name: "Tell this browser" }).click();
  const mine = part.getByRole("listitem").filter({ hasText: "this one" });
  await expect(mine).toBeVisible();
  await expect(part.getByRole("button", { name: "Tell this browser" })).toHaveCount(0);
  await expectAccessible(page, "account with a browser that is told");
  await page.reload();
  await expect(mine).toBeVisible();
  await mine.getByRole("button", { name: /^Turn off/ }).click();
  await expect(part.getByRole("button", { name: "Tell this browser" })).toBeVisible();
  await expect(part.getByRole("listitem")).toHaveCount(0);
});

test("whoever blocked notifications reads where to allow them", async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(Notification, "permission", { get: () => "denied", configurable: true }),
  );
  const part = await openAccount(page);
  await expect(part).toContainText("You blocked notifications from this site.");
});

test("what comes is shown in its own words, and something is shown whatever comes", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["notifications"]);
  await openAccount(page);
  const session = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    }),
  );
  await session.send("ServiceWorker.enable");
  const registrationId = await registered;
  const deliver = (data: string) =>
    session.send("ServiceWorker.deliverPushMessage", {
      origin: new URL(page.url()).origin,
      registrationId,
      data,
    });
  const shown = () =>
    page.evaluate(async () => {
      const registration = (await navigator.serviceWorker.getRegistration())!;
      return (await registration.getNotifications()).map(({ title, body, tag, data }) => ({
        title,
        body,
        tag,
        url: (data as { url: string }).url,
      }));
    });
  const notice = { title: "Question #7", body: "It waits for your answer.", url: "/questions/7", tag: "q7" };
  await deliver(JSON.stringify(notice));
  await expect.poll(shown).toEqual([notice]);
  await deliver(JSON.stringify({ ...notice, body: "It waits for you no more." }));
  await expect.poll(shown).toEqual([{ ...notice, body: "It waits for you no more." }]);
  await deliver("no JSON");
  await expect
    .poll(async () => (await shown()).map(({ title }) => title).sort())
    .toEqual(["Countersign", "Question #7"]);
});
