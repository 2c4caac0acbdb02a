import { succeed } from "./support/http/call";
import { expectAccessible } from "./support/screen/axe";
import { confirmStep } from "./support/people/second-factor";
import { expect, test } from "./support/test";

test.describe("an administrator", () => {
  test.use({ role: "admin" });

  test("creates an endpoint, whose secret is displayed once, sends a ping, sees its attempt, and deletes it", async ({
    page,
  }) => {
    const url = `https://hooks.example.com/${Date.now()}`;
    await page.goto("/agents");
    await page.getByRole("link", { name: "Webhooks" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Webhooks");
    await page.getByRole("button", { name: "Create an endpoint…" }).click();
    const dialog = page.getByRole("dialog", { name: "Create an endpoint" });
    await dialog.getByLabel("Address").fill("http://hooks.example.com/");
    await dialog.getByRole("button", { name: "Create endpoint" }).click();
    await expect(dialog).toContainText("Must begin with https://");
    await dialog.getByLabel("Address").fill(url);
    await dialog.getByLabel("Description").fill("Orders");
    await dialog.getByRole("button", { name: "Create endpoint" }).click();
    await confirmStep(page, `Send webhooks to ${url}`);
    const sheet = page.getByRole("dialog", { name: "The secret of the endpoint" });
    const secret = (await sheet.getByTestId("secret").textContent())!;
    expect(secret).toMatch(/^whsec_/);
    await sheet.getByRole("button", { name: "I have copied it" }).click();
    const row = page.getByRole("article", { name: url });
    await expect(row).toContainText("Nothing sent yet");
    await expect(row).toContainText("proposal.approved");
    await expect(page.locator("body")).not.toContainText(secret);

    await row.getByRole("button", { name: `Attempts of ${url}` }).click();
    const attempts = page.getByRole("dialog", { name: "Attempts" });
    await attempts.getByRole("button", { name: "Send a ping" }).click();
    const ping = attempts.getByRole("article", { name: /^ping/ });
    await expect(ping.getByRole("list", { name: "Attempts" })).toContainText(/Not sent|Refused|No answer/);
    await expectAccessible(page, "attempts of an endpoint");
    await page.keyboard.press("Escape");

    await row.getByRole("button", { name: `Manage ${url}` }).click();
    await page.getByRole("button", { name: /^Disable/ }).click();
    await page.getByRole("button", { name: "Disable", exact: true }).click();
    await expect(row).toContainText("A person disabled it.");
    await row.getByRole("button", { name: `Manage ${url}` }).click();
    await page.getByRole("button", { name: /^Delete/ }).click();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    // An open dialog hides the rows as well: the list is asked.
    await expect
      .poll(async () => {
        const { items } = await succeed("readWebhookEndpoints", "admin", {});
        return items.filter((one) => one.url === url);
      })
      .toEqual([]);
    await expect(row).toHaveCount(0);
  });
});

test("nobody else sees endpoints", async ({ page }) => {
  await page.goto("/agents/webhooks");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Webhooks");
  await expect(page.getByRole("button", { name: "Create an endpoint…" })).toHaveCount(0);
});
