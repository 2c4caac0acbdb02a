import { installation } from "./support/installation";
import { expectNoScroll } from "./support/screen/screen";
import { confirmStep } from "./support/people/second-factor";
import { expect, test } from "./support/test";

test.describe("an administrator", () => {
  test.use({ role: "admin" });

  test("tests the account, sets one that is never shown again, and stops using it", async ({ page }) => {
    const { netsuite } = installation();
    await page.goto("/netsuite");
    await expectNoScroll(page, "width");
    await expect(page.getByRole("main")).toContainText("installation’s account");
    await page.getByRole("button", { name: "Test the connection" }).click();
    await expect(page.getByText("NetSuite let us in, and our script answered.")).toBeVisible();

    await page.getByRole("button", { name: "Set an account…" }).click();
    const dialog = page.getByRole("dialog", { name: "Set an account" });
    await dialog.getByLabel("Account id").fill("not an account");
    await dialog.getByRole("button", { name: "Set", exact: true }).click();
    await expect(dialog).toContainText("Must be an account id such as 1234567 or 1234567_SB1.");
    await dialog.getByLabel("Account id").fill(netsuite.account);
    await dialog.getByLabel("Consumer key").fill(netsuite.consumerKey);
    await dialog.getByLabel("Consumer secret").fill(netsuite.consumerSecret);
    await dialog.getByLabel("Token id").fill(netsuite.tokenId);
    await dialog.getByLabel("Token secret").fill(netsuite.tokenSecret);
    await dialog.getByRole("button", { name: "Set", exact: true }).click();
    await confirmStep(page, `Write to NetSuite account ${netsuite.account}`);
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 2 })).toContainText("own account");
    await page.reload();
    const html = await page.content();
    for (const secret of [netsuite.consumerSecret, netsuite.tokenId, netsuite.tokenSecret])
      expect(html).not.toContain(secret);
    await page.getByRole("button", { name: "Test the connection" }).click();
    await expect(page.getByText("NetSuite let us in, and our script answered.")).toBeVisible();

    await page.getByRole("button", { name: "Remove…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await confirmStep(page, "Stop using the company's NetSuite account");
    await expect(page.getByRole("main")).toContainText("installation’s account");
  });
});

test("an approver sees neither the place nor the account", async ({ page }) => {
  await page.goto("/netsuite");
  await expect(page.getByText("This page needs the admin role")).toBeVisible();
});
