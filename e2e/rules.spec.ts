import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/screen/axe";
import { setGrace } from "./support/grace";
import { expectNoScroll } from "./support/screen/screen";
import { confirmStep } from "./support/people/second-factor";
import { expect, test } from "./support/test";

const policyText = (page: Page) => page.getByLabel("Policy text");

test.describe("an administrator", () => {
  test.use({ role: "admin" });

  test("checks a policy text against the last 30 days before it is published, and sees it in force", async ({
    page,
  }) => {
    await page.goto("/rules");
    const version = Number(
      /Version (\d+)/.exec(
        (await page
          .getByRole("heading", { name: /^Version/ })
          .first()
          .textContent())!,
      )![1],
    );
    await page.getByRole("button", { name: "Change…" }).click();
    const text = await policyText(page).inputValue();
    await policyText(page).fill(
      `${text}\n@id("broken") forbid (principal, action, resource) when { nonsense };`,
    );
    await page.getByRole("button", { name: "Check", exact: true }).click();
    await expect(page.getByText("This text cannot be put in force")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Publish/ })).toHaveCount(0);

    await policyText(page).fill(`${text}\n// checked on page ${version}\n`);
    await page.getByRole("button", { name: "Check", exact: true }).click();
    await expect(page.getByText("it answers all of them as the policy in force does")).toBeVisible();
    await expect(page.getByLabel("Changes, line by line").first()).toContainText(
      `checked on page ${version}`,
    );
    const publish = page.getByRole("button", { name: `Publish as version ${version + 1}` });
    await expect(publish).toBeDisabled();
    await page.getByLabel("Why it changes").fill("A remark");
    await expectAccessible(page, "rules");
    await expectNoScroll(page, "width");
    await publish.click();
    await confirmStep(page, `Put version ${version + 1} of the policy in force`);
    await expect(page.getByRole("heading", { name: `Version ${version + 1}` })).toContainText("in force");
    await expect(page.getByRole("main")).toContainText("A remark");
  });

  test("sets how long a decision may be taken back, with a reason", async ({ page }) => {
    await page.goto("/rules");
    const grace = page.getByTestId("grace");
    await page.getByRole("button", { name: "Change the seconds…" }).click();
    const dialog = page.getByRole("dialog", { name: "Time to take back a decision" });
    const change = dialog.getByRole("button", { name: "Change", exact: true });
    await dialog.getByLabel("Reason").fill("Two newcomers this week");
    await dialog.getByLabel("Seconds").fill("61");
    await expect(dialog).toContainText("A whole number from 0 to 60.");
    await expect(change).toBeDisabled();
    await dialog.getByLabel("Seconds").fill("12");
    await expectAccessible(page, "time to take back");
    await expectNoScroll(page, "width");
    await change.click();
    await expect(dialog).toHaveCount(0);
    await expect(grace).toContainText("12 seconds: an approved write goes out after that.");
    await expect(grace).toContainText("Two newcomers this week");
    await setGrace(0);
  });

  test("changes a threshold once the last 30 days are seen with it, and sets it back as shipped", async ({
    page,
  }) => {
    await page.goto("/rules");
    const rules = page.getByRole("region", { name: "Thresholds: AR note", exact: true });
    const dialog = page.getByRole("dialog", { name: "AR note: Every write", exact: true });
    const edit = async (reason: string) => {
      await expect(dialog.getByRole("region", { name: "The last 30 days with this change" })).toContainText(
        /Of \d[\d,]* actions? of the last 30 days/,
      );
      const press = dialog.getByRole("button", { name: "Change", exact: true });
      await expect(press).toBeDisabled();
      await dialog.getByLabel("Reason").fill(reason);
      await expectAccessible(page, "rules");
      await expectNoScroll(page, "width");
      await press.click();
    };
    await rules.getByRole("button", { name: /^Edit AR note/ }).click();
    // No write of it goes without a tap.
    await expect(dialog.getByLabel("Tier").getByRole("option")).toHaveCount(4);
    await dialog.getByLabel("Tier").selectOption("3");
    await edit("Promises to pay were wrong");
    await confirmStep(page, "Set to L3: AR note, every write of this type");
    await expect(dialog).toHaveCount(0);
    await expect(rules).toContainText("L3 Medium");
    await expect(rules).toContainText("“Promises to pay were wrong”. Ships as L2.");
    await expectAccessible(page, "rules");
    await expectNoScroll(page, "width");

    await rules.getByRole("button", { name: /^Edit AR note/ }).click();
    await dialog.getByRole("button", { name: "As shipped: L2, every write of this type" }).click();
    await edit("They are right again");
    await confirmStep(page, "Set to L2: AR note, every write of this type");
    await expect(dialog).toHaveCount(0);
    await expect(rules).toContainText("L2 Low");
    await expect(rules.getByText("changed", { exact: true })).toHaveCount(0);

    await page.goto("/ledger?part=events&type=risk_tier_rules.");
    await expect(page.getByRole("main")).toContainText("AR note: L3 → L2: “They are right again”");
  });

  test("signs a standing authorisation once it is seen what it would have let through, and revokes it", async ({
    page,
  }) => {
    await page.goto("/rules");
    await page.getByRole("button", { name: "Sign one…" }).click();
    const dialog = page.getByRole("dialog", { name: "Sign a standing authorisation" });
    await expect(dialog.getByRole("button", { name: "Sign", exact: true })).toBeDisabled();
    await dialog.getByRole("checkbox", { name: "Cache invalidation" }).check();
    await dialog.getByLabel("Within 24 hours, at most").fill("7");
    await expect(dialog.getByText("it would have let through")).toBeVisible();
    await expectAccessible(page, "rules");
    await dialog.getByRole("button", { name: "Sign", exact: true }).click();
    await confirmStep(page, "Let Cache invalidation go without a tap, 7 a day for 90 days");
    await expect(dialog).toHaveCount(0);
    const card = page
      .getByRole("region", { name: "Cache invalidation" })
      .filter({ hasText: "0 of 7" })
      .filter({ hasText: "in force" });
    await expect(card).toBeVisible();
    await card.getByRole("button", { name: "Revoke…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke", exact: true }).click();
    await expect(card).toHaveCount(0);
    const ended = page.getByRole("region", { name: "Cache invalidation" }).filter({ hasText: "revoked" });
    await expect(ended.first()).toBeVisible();
  });
});

test("an approver sees none of the rules", async ({ page }) => {
  await page.goto("/rules");
  await expect(page.getByText("This page needs the admin role")).toBeVisible();
});
