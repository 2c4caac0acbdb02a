import { approve, readAction } from "./support/http/api";
import { proposeLow, proposeOrderLine } from "./support/proposals/proposals";
import {
  amendBar,
  approveButton,
  card,
  decisionBar,
  detail,
  expectApplied,
  openAction,
} from "./support/screen/screen";
import { readRecord } from "./support/simulator";
import { expect, test } from "./support/test";

test("an undo proposes the change that takes it back, which is decided and written like any other", async ({
  page,
  isPhone,
}) => {
  const proposed = await proposeOrderLine();
  await approve("approver", proposed);
  await expectApplied(proposed.id);
  await openAction(page, proposed);
  const undo = amendBar(page).getByRole("button", { name: "Undo" });
  await expect(undo).toBeEnabled();
  const dialog = page.getByRole("dialog", { name: "Undo this?" });
  // A key that comes before the page listens, or before the card was in view for long enough, does nothing.
  await expect(async () => {
    if (isPhone) await undo.click();
    else await page.keyboard.press("u");
    await expect(dialog).toBeVisible({ timeout: 5_000 });
  }).toPass();
  // Exactly the change that will be proposed, from the value that stands there now.
  const preview = dialog.getByTestId("undo-preview");
  await expect(preview.locator("[data-written]")).toContainText(`$${Number(proposed.live).toFixed(2)}`);
  await dialog.getByLabel("Reason (optional)").fill("Wrong order");
  await dialog.getByRole("button", { name: "Propose the undo" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(amendBar(page)).toShow(/would take it back and waits for a decision/);

  const { undone_by_id } = await readAction(proposed.id);
  await amendBar(page)
    .getByRole("link", { name: `Open #${undone_by_id}` })
    .click();
  await expect(detail(page).getByRole("link", { name: `undo of #${proposed.id}` })).toBeVisible();
  await expect(detail(page)).toShowFirst("Wrong order");
  await approveButton(decisionBar(page)).click();
  await expectApplied(undone_by_id!);
  expect(Number((await readRecord("order_line", proposed.recordId)).rate)).toBe(Number(proposed.live));

  await page.goto(`/proposed-actions/${proposed.id}`);
  await expect(amendBar(page).getByRole("button", { name: "Undo" })).toBeDisabled();
  await expect(amendBar(page)).toShow(`#${undone_by_id} undoes it already.`);
});

test("the link in an answer stays under the pointer when the list arrives", async ({ page, isPhone }) => {
  const proposed = await proposeOrderLine();
  await approve("approver", proposed);
  await expectApplied(proposed.id);
  await openAction(page, proposed);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/api\/proposed-actions\?/, (route) => held.then(() => route.continue()));
  await amendBar(page).getByRole("button", { name: "Undo" }).click();
  // It may stand where the first press was, and a second one on that very spot counts for nothing.
  await page.mouse.move(1, 1);
  await page.getByRole("button", { name: "Propose the undo" }).click();
  const link = amendBar(page).getByRole("link", { name: /^Open #/ });
  await expect(link).toBeVisible();
  const before = await link.boundingBox();
  const read = page.waitForResponse(/\/api\/proposed-actions\?/);
  release();
  await read;
  // On a phone the list is behind the action, and new rows wait there.
  if (!isPhone) {
    const { undone_by_id } = await readAction(proposed.id);
    // It comes in by itself once no hand is on the list, and until then by a press.
    await expect(async () => {
      const newRows = page.getByRole("button", { name: "1 new" });
      if (await newRows.isVisible()) await newRows.click({ timeout: 5_000 });
      await expect(card(page, undone_by_id!)).toBeVisible({ timeout: 5_000 });
    }).toPass();
    const next = amendBar(page).getByRole("button", { name: /^Next/ });
    await expect(next).not.toHaveAttribute("aria-disabled", "true");
  }
  expect(await link.boundingBox()).toEqual(before);
});

test("a write that cannot be taken back says so where the button is", async ({ page }) => {
  const proposed = await proposeLow();
  await approve("approver", proposed);
  await expectApplied(proposed.id);
  await openAction(page, proposed);
  await expect(amendBar(page).getByRole("button", { name: "Undo" })).toBeDisabled();
  await expect(amendBar(page)).toShow(/cannot reverse this one/);
});

test("the palette begins what can be done with the action on screen", async ({ page, isPhone }) => {
  test.skip(isPhone, "a phone has no palette key");
  const proposed = await openAction(page, await proposeOrderLine());
  await expect(approveButton(decisionBar(page))).toBeEnabled();
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("dialog").getByRole("combobox").fill("edit");
  await page.getByRole("option", { name: `Edit #${proposed.id}` }).click();
  await expect(page.getByRole("dialog", { name: "Edit this proposal" })).toBeVisible();
});
