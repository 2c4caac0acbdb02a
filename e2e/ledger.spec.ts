import { approve } from "./support/api";
import { proposeLow } from "./support/proposals";
import { expectApplied } from "./support/screen";
import { expect, test } from "./support/test";

test.describe("an administrator", () => {
  test.use({ role: "admin" });

  test("verifies every chain from a page, and reads how many there are", async ({ page }) => {
    const proposed = await proposeLow();
    await approve("approver", proposed);
    await expectApplied(proposed.id);
    await page.goto("/ledger");
    const verification = page.getByRole("region", { name: "Verification" });
    await verification.getByRole("button", { name: "Verify now" }).click();
    await expect(verification).toShow("Every chain holds");
    await expect(verification.getByText("Intact", { exact: true })).toBeVisible();
    const figure = (name: string) =>
      verification.locator("dl > div").filter({ has: page.getByText(name, { exact: true }) });
    await expect(figure("Chains")).toContainText(/[1-9]/);
    await expect(figure("Events")).toContainText(/[1-9]/);
    await expect(verification.getByRole("button", { name: "Verify again" })).toBeEnabled();
  });
});

test.describe("an approver", () => {
  test("is told that verifying needs the admin role", async ({ page }) => {
    await page.goto("/ledger");
    await expect(page).toShow(/needs the admin role/);
    await expect(page.getByRole("button", { name: "Verify now" })).toBeDisabled();
  });
});
