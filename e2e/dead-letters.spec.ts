import type { Page } from "@playwright/test";
import { succeed } from "./support/http/call";
import { proposeDead } from "./support/proposals/proposals";
import { RECENTLY, card, detail, expectApplied } from "./support/screen/screen";
import { countCommits, endAllFaults } from "./support/simulator";
import { expect, test } from "./support/test";

test.afterEach(endAllFaults);

const letterOf = (page: Page, id: number) => page.getByRole("article", { name: `Dead letter of #${id}` });

test.describe("an administrator", () => {
  test.use({ role: "admin" });

  test("sees what stopped a write and what to do, replays it, watches it be applied, and finds it among the replayed", async ({
    page,
  }) => {
    const { id } = await proposeDead();
    await page.goto("/dead-letters");
    const letter = letterOf(page, id);
    await expect(letter).toContainText("Refused");
    await expect(letter).toContainText("CLOSED_TRAN_PRD");
    await expect(letter).toContainText("1 attempt");
    await expect(letter).toContainText("What to do: The accounting period is closed.");
    await expect(letter).toContainText("Waits for a person: nothing happens by itself.");
    await letter.getByText("Payload", { exact: true }).click();
    await expect(letter.getByRole("tabpanel")).toContainText("Promised payment by Friday");
    await letter.getByRole("tab", { name: "Raw" }).click();
    await expect(letter.getByRole("tabpanel")).toContainText(`"cs-1-${id}"`);
    await expect(letter.getByRole("tabpanel")).toContainText("note");

    await letter.getByRole("button", { name: "Replay…" }).click();
    const dialog = page.getByRole("dialog", { name: `Replay the write of #${id}?` });
    await expect(dialog).toContainText("exactly what was approved is sent");
    await dialog.getByRole("button", { name: "Replay", exact: true }).click();
    await expect(dialog).toHaveCount(0);
    // In its place, until the page is left: what became of it.
    await expect(letter.getByTestId("replay-answer")).toContainText("Applied and verified");
    await expectApplied(id);
    expect(await countCommits(`cs-1-${id}`)).toBe(1);

    await page.getByRole("link", { name: "Replayed", exact: true }).click();
    await expect(letterOf(page, id)).toContainText(new RegExp(`Replayed by Mike Ortiz ${RECENTLY}`));
    await expect(letterOf(page, id).getByRole("button", { name: "Replay…" })).toHaveCount(0);
    await page.getByRole("link", { name: "To review" }).click();
    await expect(letterOf(page, id)).toHaveCount(0);
  });

  test("hears the server's refusal in the dialog when somebody else has replayed it meanwhile", async ({
    page,
  }) => {
    const { id } = await proposeDead();
    await page.goto("/dead-letters");
    await letterOf(page, id).getByRole("button", { name: "Replay…" }).click();
    const { items } = await succeed("readDeadLetters", "approver");
    await succeed("replayDeadLetter", "admin", { dlq_id: items.find((item) => item.action_id === id)!.id });
    await page.getByRole("dialog").getByRole("button", { name: "Replay", exact: true }).click();
    await expect(page.getByRole("dialog").getByRole("alert")).toContainText("was replayed before");
    await expectApplied(id);
  });

  test("drains after a word of warning, and reads how much was asked for", async ({ page }) => {
    await page.goto("/dead-letters");
    await page.getByRole("button", { name: "Drain now…" }).click();
    const dialog = page.getByRole("dialog", { name: "Drain now?" });
    await expect(dialog).toContainText("Kill switches and a halted lane still hold.");
    await dialog.getByRole("button", { name: "Drain now" }).click();
    await expect(page.getByTestId("drain-answer")).toHaveText(/Nothing waited\.|Asked for \d+ writes?/);
  });
});

test("an approver reads them, filters by cause, goes to the action, and is offered no replay", async ({
  page,
}) => {
  const { id, marker } = await proposeDead();
  await page.goto("/dead-letters");
  await expect(page).toShow("Replaying and draining need the admin role.");
  await expect(page.getByRole("button", { name: /Replay…|Drain/ })).toHaveCount(0);
  await page.getByLabel("Cause").selectOption("CLOSED_TRAN_PRD");
  await expect(page).toHaveURL(/cause=CLOSED_TRAN_PRD/);
  await expect(letterOf(page, id)).toBeVisible();
  await page.goto("/dead-letters?cause=NO_SUCH_CAUSE");
  await expect(page).toShow("None with this cause");
  await page.goto("/dead-letters");
  await letterOf(page, id)
    .getByRole("link", { name: `#${id}: edit it or cancel its write` })
    .click();
  await expect(page).toHaveURL(new RegExp(`/proposed-actions/${id}`));
  await expect(page.getByRole("button", { name: "Cancel the write" })).toBeEnabled();
  await expect(detail(page).getByText("Gave up", { exact: true })).toBeVisible();
  await page.goto(`/proposed-actions?view=approved&q=${marker}`);
  await expect(card(page, id)).toContainText("Gave up");
});
