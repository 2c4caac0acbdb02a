import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/screen/axe";
import { expectNoScroll } from "./support/screen/screen";
import { sealNow } from "./support/seal";
import { expect, test } from "./support/test";
import {
  approveToTheEnd,
  newName,
  notingText,
  proposedBy,
  publish,
  startRun,
  untilRun,
} from "./support/proposals/workflows";

/** The evidence of a run and of an action on their pages: not yet, then sealed, read and downloaded. */

test("an approver sees when a run's evidence comes, reads the sealed bundle from request to read-back, and downloads it", async ({
  page,
}) => {
  const name = newName("proven");
  await publish(notingText(name));
  const { id } = await startRun(name, { text: "A plum orchard" });
  const actionId = proposedBy(await untilRun(id, "waiting_approval"));
  await page.goto(`/runs/${id}`);
  const part = page.getByRole("region", { name: "Evidence", exact: true });
  await expect(part).toContainText("at the first checkpoint after its end");

  await approveToTheEnd(id, actionId);
  await sealNow();
  await expect(part.getByTestId("evidence")).toHaveAttribute("data-state", "sealed");
  await expect(part).toContainText("SHA-256");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    part.getByRole("link", { name: /^Download/ }).click(),
  ]);
  expect(download.suggestedFilename()).toContain(`run-${id}-evidence.json`);
  await part.getByRole("link", { name: "Read it" }).click();

  await expect(page.getByRole("heading", { level: 1, name: `Evidence of run ${id}` })).toBeVisible();
  const seal = page.getByRole("region", { name: "Seal" });
  await expect(seal.getByText("Holds", { exact: true })).toBeVisible();
  const action = page.getByRole("region", { name: `Proposed action #${actionId}` });
  for (const words of ["Approved by", "Written to NetSuite", "Read back: note as approved."])
    await expect(action).toContainText(words);
  await expect(page.getByRole("region", { name: "Checkpoints" }).getByRole("listitem").first()).toBeVisible();
  // Names and hashes alone.
  await expect(page.getByText("plum orchard")).toHaveCount(0);
  await lookInBothThemes(page, "a sealed bundle of a run");

  await page.goto(`/proposed-actions/${actionId}/evidence`);
  await expect(
    page.getByRole("heading", { level: 1, name: `Evidence of proposed action #${actionId}` }),
  ).toBeVisible();
  await expect(seal.getByText("Holds", { exact: true })).toBeVisible();
  await lookInBothThemes(page, "a sealed bundle of an action");
});

async function lookInBothThemes(page: Page, name: string): Promise<void> {
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
    await expectAccessible(page, `${name} in ${colorScheme}`);
    await expectNoScroll(page, "width");
  }
}

test.describe("a viewer", () => {
  test.use({ role: "viewer" });
  test("finds no evidence, and is told who sees it", async ({ page }) => {
    const name = newName("unseen");
    await publish(notingText(name));
    const { id } = await startRun(name, { text: "A plum orchard" });
    await page.goto(`/runs/${id}`);
    await expect(page.getByTestId("run")).toBeVisible();
    await expect(page.getByRole("region", { name: "Evidence", exact: true })).toHaveCount(0);
    await page.goto(`/runs/${id}/evidence`);
    await expect(page.getByTestId("hidden-content")).toContainText("hidden from viewers");
  });
});

test.describe("an administrator", () => {
  test.use({ role: "admin" });
  test("takes the evidence of a period away from the ledger's page", async ({ page }) => {
    const today = new Date().toISOString().slice(0, 10);
    await page.goto("/ledger");
    const part = page.getByRole("region", { name: "For auditors" });
    await expect(part.getByRole("button", { name: "Evidence of the period" })).toBeDisabled();
    await part.getByLabel("First day").fill("2026-01-01");
    await part.getByLabel("Last day").fill(today);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      part.getByRole("link", { name: "Evidence of the period" }).click(),
    ]);
    expect(download.suggestedFilename()).toContain(`evidence-2026-01-01-${today}.ndjson`);
  });
});
