import type { Page } from "@playwright/test";
import { approve, readAction } from "./support/http/api";
import { proposeLow } from "./support/proposals/proposals";
import { approveButton, decisionBar, expectApplied, openAction, section } from "./support/screen/screen";
import { expect, test } from "./support/test";

const hour = 3_600;
const extendButton = (page: Page) => decisionBar(page).getByRole("button", { name: "Extend" });

test("an approver gives a proposal more time, once, and everybody who looks at it can still decide it", async ({
  page,
  openAs,
}) => {
  const proposed = await proposeLow({ expires_in_seconds: hour });
  const other = await openAs("admin");
  await other.goto(`/proposed-actions/${proposed.id}`);
  await expect(extendButton(other)).toBeEnabled();

  await openAction(page, proposed);
  await extendButton(page).click();
  const dialog = page.getByRole("dialog", { name: "Extend this?" });
  await expect(dialog.getByLabel("Reason")).toBeFocused();
  await expect(dialog.getByTestId("new-expiry")).toContainText("Extended, it expires");
  await expect(dialog.getByRole("button", { name: "Extend" })).toBeDisabled();
  await dialog.getByLabel("Reason").fill("Dana is back on Monday");
  await dialog.getByRole("button", { name: "Extend" }).click();
  await expect(dialog).toHaveCount(0);

  await expect(extendButton(page)).toBeDisabled();
  await expect(decisionBar(page)).toShow(
    "Priya Raman has extended it already, and that is possible only once.",
  );
  await expect(section(page, "History")).toShow(
    /^Extended by Priya Raman until .* UTC: “Dana is back on Monday”$/,
  );
  const { expires_at, payload_hash } = await readAction(proposed.id);
  const gained = Date.parse(expires_at) - Date.parse(proposed.expires_at);
  expect(gained, "the hour again, counted from the press").toBeGreaterThan(0);
  expect(gained).toBeLessThan(hour * 1_000);
  expect(payload_hash).toBe(proposed.payload_hash);

  // Nobody loaded this page again.
  await expect(extendButton(other)).toBeDisabled();
  await approveButton(decisionBar(other)).click();
  await expectApplied(proposed.id);
});

test("an action that somebody decided meanwhile is not extended, and the dialog says so", async ({
  page,
}) => {
  const proposed = await openAction(page, await proposeLow({ expires_in_seconds: hour }));
  await extendButton(page).click();
  const dialog = page.getByRole("dialog", { name: "Extend this?" });
  await dialog.getByLabel("Reason").fill("Dana is back on Monday");
  await approve("admin", proposed);
  await dialog.getByRole("button", { name: "Extend" }).click();
  await expect(dialog.getByRole("alert")).toContainText("It is too late: this is");
  expect((await readAction(proposed.id)).expires_at).toBe(proposed.expires_at);
});

test.describe("signed in as a viewer", () => {
  test.use({ role: "viewer" });
  test("nobody is offered to extend", async ({ page }) => {
    await openAction(page, await proposeLow());
    await expect(decisionBar(page)).toBeVisible();
    await expect(extendButton(page)).toHaveCount(0);
  });
});
