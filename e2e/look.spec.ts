import path from "node:path";
import type { Page, TestInfo } from "@playwright/test";
import { proposeCritical, proposeHigh, proposeLow } from "./support/proposals";
import { approveButton, decisionBar, openAction } from "./support/screen";
import { expect, test } from "./support/test";

/** Pictures for people to judge: .local/screenshots/<project>-<theme>-<page>.png. */
async function keep(page: Page, info: TestInfo, theme: string, name: string): Promise<void> {
  await page.screenshot({
    path: path.join(process.cwd(), ".local", "screenshots", `${info.project.name}-${theme}-${name}.png`),
    animations: "disabled",
  });
}

const pages = [
  ["inbox", "/proposed-actions"],
  ["history", "/proposed-actions?view=history"],
  ["stale", "/proposed-actions?view=stale"],
  ["dead-letters", "/dead-letters"],
  ["dashboard", "/dashboard"],
  ["kill-switches", "/kill-switches"],
] as const;

for (const theme of ["light", "dark"] as const) {
  test.describe(`@look in ${theme}`, () => {
    test.use({ colorScheme: theme, role: "admin" });

    test("the pages stand whole", async ({ page }, info) => {
      for (const [name, address] of pages) {
        await page.goto(address);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expect(page.getByText(/^(Loading (?!more)|Reading)/)).toHaveCount(0);
        await keep(page, info, theme, name);
      }
    });

    test("an action and its dialogs stand whole", async ({ page }, info) => {
      const [low, high, critical] = [await proposeLow(), await proposeHigh(), await proposeCritical()];
      await openAction(page, low);
      await expect(approveButton(decisionBar(page))).toBeEnabled();
      await keep(page, info, theme, "action");
      await openAction(page, high);
      await approveButton(decisionBar(page)).click();
      const confirm = page.getByRole("dialog").getByRole("button", { name: "Confirm approval" });
      await expect(confirm).toBeEnabled();
      await keep(page, info, theme, "confirm");
      await openAction(page, critical);
      await approveButton(decisionBar(page)).click();
      await expect(page.getByText("Step 1 of 3: read")).toBeVisible();
      await expect(page.getByText(/^Reading/)).toHaveCount(0);
      await keep(page, info, theme, "step-up");
    });
  });
}
