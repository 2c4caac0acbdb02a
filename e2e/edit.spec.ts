import type { Locator, Page } from "@playwright/test";
import { readAction, readProposal } from "./support/http/api";
import { expectAccessible } from "./support/screen/axe";
import {
  type Proposed,
  proposeCritical,
  proposeHigh,
  proposeLow,
  proposeMedium,
  proposeOrderLine,
} from "./support/proposals/proposals";
import {
  approveButton,
  card,
  decisionBar,
  detail,
  expectApplied,
  openAction,
  openInbox,
  section,
} from "./support/screen/screen";
import { expect, test } from "./support/test";

const editButton = (page: Page) => decisionBar(page).getByRole("button", { name: "Edit" });

async function openEdit(page: Page, proposed: Proposed): Promise<Locator> {
  await openAction(page, proposed);
  await editButton(page).click();
  return page.getByRole("dialog", { name: "Edit this proposal" });
}

test("an edit puts a version with other values in the proposal's place, and the answer says which tier it met", async ({
  page,
}) => {
  const proposed = await proposeOrderLine();
  const dialog = await openEdit(page, proposed);
  const rate = dialog.getByLabel("Rate");
  await expect(rate).toBeFocused();
  await expect(dialog).toShow(/In NetSuite now: \$/);
  const save = dialog.getByRole("button", { name: "Save this version" });
  await expect(save).toBeDisabled();
  const to = (Number(proposed.live) + 0.11).toFixed(2);
  await rate.fill(to);
  await dialog.getByLabel("Reason (optional)").fill("Agreed on the phone");
  await save.click();

  await expect(page.getByRole("dialog", { name: /^Saved as #\d+$/ })).toBeVisible();
  const old = await readAction(proposed.id);
  expect(old).toMatchObject({
    status: "superseded",
    end_reason: "edited: Agreed on the phone",
    ended_by: "Priya Raman",
  });
  const id = old.superseded_by_id!;
  const saved = page.getByRole("dialog", { name: `Saved as #${id}` });
  await expect(saved).toShow(/waits for a decision: L\d/);
  await expect(saved).toShow(`#${proposed.id} is superseded`);
  await saved.getByRole("button", { name: `Open #${id}` }).click();
  await expect(detail(page)).toShow("this version by Priya Raman");
  await expect(detail(page).getByRole("link", { name: `replaces #${proposed.id}` })).toBeVisible();

  const agents = await readProposal(proposed.id);
  expect(agents.superseded_by).toMatchObject({
    id,
    patch: [{ op: "replace", path: "/changes/0/to", value: String(Number(to)) }],
  });
  await approveButton(decisionBar(page)).click();
  await expectApplied(id);

  await detail(page)
    .getByRole("link", { name: `replaces #${proposed.id}` })
    .click();
  await expect(detail(page)).toShowFirst("Superseded");
  await section(page, "History")
    .getByRole("link", { name: `#${id}` })
    .click();
  await expect(page).toHaveURL(new RegExp(`/proposed-actions/${id}`));
});

test("while a value is typed the dialog says its difference, worth, tier and who could decide it, as the server will", async ({
  page,
}) => {
  const proposed = await proposeHigh();
  const dialog = await openEdit(page, proposed);
  const preview = dialog.getByRole("region", { name: "Your version" });
  await expect(preview).toShow("Change a value, and your version stands here");
  const value = dialog.getByLabel("Credit limit");
  const to = Number(proposed.to) + 50;
  await value.fill(String(to));
  await expect(preview.getByTestId("edit-preview")).toContainText(to.toLocaleString("en-US"));
  await expect(preview).toShow("You may not decide it alone: you would be its author.");
  await expect(preview).toShow(/One approver, with a confirmation that repeats the change/);
  const said = await preview.locator("[data-tier]").first().getAttribute("data-tier");
  expect((await readAction(proposed.id)).status, "nothing is stored by asking").toBe("pending");

  await dialog.getByRole("button", { name: "Save this version" }).click();
  await expect(page.getByRole("dialog", { name: /Saved as/ })).toBeVisible();
  const id = (await readAction(proposed.id)).superseded_by_id!;
  expect(String((await readAction(id)).risk_level)).toBe(said);
});

test("an answer to a value that is no longer typed is never shown", async ({ page }) => {
  const proposed = await proposeOrderLine();
  const dialog = await openEdit(page, proposed);
  const preview = dialog.getByRole("region", { name: "Your version" });
  const rate = dialog.getByLabel("Rate");
  const [first, second] = [0.21, 0.34].map((more) => (Number(proposed.live) + more).toFixed(2)) as [
    string,
    string,
  ];
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  let asked = 0;
  await page.route("**/proposed-actions/**", async (route) => {
    if (route.request().method() !== "POST" || !route.request().postData()?.includes(first))
      return route.fallback();
    asked += 1;
    await held;
    return route.fallback();
  });
  await rate.fill(first);
  await expect.poll(() => asked).toBe(1);
  await rate.fill(second);
  await expect(preview.getByTestId("edit-preview")).toHaveCount(0);
  release();
  await expect(preview.getByTestId("edit-preview")).toContainText(second);
  await expect(preview).not.toContainText(first);
  await rate.fill("");
  await expect(preview.getByTestId("edit-preview")).toHaveCount(0);
});

test("E opens it, and the card of what was replaced says so and leaves the inbox", async ({
  page,
  isPhone,
}) => {
  test.skip(isPhone, "a phone has no keys");
  const proposed = await proposeLow();
  await openInbox(page, proposed.marker);
  await expect(approveButton(decisionBar(page))).toBeEnabled();
  await page.keyboard.press("e");
  const dialog = page.getByRole("dialog", { name: "Edit this proposal" });
  await dialog.getByLabel("Note", { exact: true }).fill("Promised payment by Monday instead.");
  await dialog.getByRole("button", { name: "Save this version" }).click();
  await page
    .getByRole("dialog", { name: /Saved as/ })
    .getByRole("button", { name: "Done" })
    .click();
  // Nothing leaves the list while the pointer rests on it, as it does where the button was.
  await detail(page).getByRole("heading", { level: 2 }).hover();
  await expect(card(page, proposed.id)).toHaveCount(0);
  expect((await readAction(proposed.id)).status).toBe("superseded");
});

test("at L4 the page says before the tap that somebody else approves a version of one's own", async ({
  page,
  openAs,
}) => {
  const proposed = await proposeHigh();
  const dialog = await openEdit(page, proposed);
  await dialog.getByLabel("Credit limit").fill(String(Number(proposed.to) + 50));
  await dialog.getByRole("button", { name: "Save this version" }).click();
  const saved = page.getByRole("dialog", { name: /Saved as/ });
  await expect(saved).toShow(/somebody else has to approve it/);
  await saved.getByRole("button", { name: /^Open #/ }).click();
  await expect(decisionBar(page)).toShow(/You wrote this version/);
  await expect(approveButton(decisionBar(page))).toBeDisabled();

  const id = (await readAction(proposed.id)).superseded_by_id!;
  const admin = await openAs("admin");
  await admin.goto(`/proposed-actions/${id}`);
  await expect(approveButton(decisionBar(admin))).toBeEnabled();
});

test("a refusal stays in the dialog, at its field", async ({ page }) => {
  const proposed = await proposeMedium();
  const dialog = await openEdit(page, proposed);
  await dialog.getByLabel("Adjust quantity by").fill("0");
  await dialog.getByRole("button", { name: "Save this version" }).click();
  await expect(dialog.getByLabel("Adjust quantity by")).toHaveAccessibleDescription(/Must not be zero/);
  expect((await readAction(proposed.id)).status).toBe("pending");
  await dialog.getByRole("button", { name: "Leave it as it is" }).click();
  await expect(editButton(page)).toBeFocused();
});

test("where nothing can be varied the button says why", async ({ page }) => {
  await openAction(page, await proposeCritical());
  await expect(editButton(page)).toBeDisabled();
  await expect(decisionBar(page)).toShow(/has no value to edit/);
});

test("axe finds nothing serious in the dialog, nor in the bars around it", async ({ page }) => {
  const proposed = await proposeOrderLine();
  const dialog = await openEdit(page, proposed);
  await expect(dialog).toShow(/In NetSuite now: \$/);
  await expectAccessible(page, "editing");
  await dialog.getByRole("button", { name: "Leave it as it is" }).click();
  await expect(dialog).toHaveCount(0);
  await expectAccessible(page, "after editing");
});
