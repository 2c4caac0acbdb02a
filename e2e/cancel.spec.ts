import { approve, readAction, releaseSwitches, setSwitch } from "./support/http/api";
import { succeed } from "./support/http/call";
import { proposeLow, proposeOrderLine } from "./support/proposals/proposals";
import {
  amendBar,
  card,
  decisionBar,
  detail,
  expectApplied,
  openAction,
  section,
} from "./support/screen/screen";
import { breakNext, countCommits, endAllFaults } from "./support/simulator";
import { expect, test } from "./support/test";

test.afterEach(async () => {
  await releaseSwitches();
  await endAllFaults();
});

test("an approved write of which nothing was sent is cancelled with a reason, and never written", async ({
  page,
}) => {
  await setSwitch("ns_writes", true, "Hold what is approved");
  const proposed = await proposeLow();
  await approve("approver", proposed);
  await openAction(page, proposed);
  await amendBar(page).getByRole("button", { name: "Cancel the write" }).click();
  const dialog = page.getByRole("dialog", { name: "Cancel this write?" });
  await expect(dialog.getByLabel("Reason")).toBeFocused();
  await expect(dialog.getByRole("button", { name: "Cancel the write" })).toBeDisabled();
  await dialog.getByLabel("Reason").fill("They paid after all");
  await dialog.getByRole("button", { name: "Cancel the write" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(detail(page)).toShowFirst("Cancelled before anything was written");
  expect(await readAction(proposed.id)).toMatchObject({
    status: "cancelled",
    decision: "approve",
    ended_by: "Priya Raman",
    push: { status: "cancelled" },
  });
  await releaseSwitches();
  await succeed("drainPushes", "admin");
  expect(await countCommits(`cs-1-${proposed.id}`)).toBe(0);
  await page.goto(`/proposed-actions?view=history&q=${proposed.marker}`);
  await expect(card(page, proposed.id)).toContainText("Cancelled");
  await openAction(page, proposed);
  await expect(section(page, "History")).toShow(
    "Cancelled after approval by Priya Raman: “They paid after all”",
  );
});

test("an administrator retries a write that gave up, and is told the server's answer", async ({ openAs }) => {
  const proposed = await proposeLow();
  await breakNext({ kind: "closed_period", key: `cs-1-${proposed.id}` });
  await approve("approver", proposed);
  await expect.poll(async () => (await readAction(proposed.id)).push?.status).toBe("dead");
  const page = await openAs("admin");
  await page.goto(`/proposed-actions/${proposed.id}`);
  await expect(amendBar(page).getByRole("button", { name: "Cancel the write" })).toBeEnabled();
  await amendBar(page).getByRole("button", { name: "Retry now" }).click();
  await expect(page.getByTestId("verb-answer")).toContainText("back in the queue");
  await expectApplied(proposed.id);
});

test("an own version is withdrawn by its author, who is then offered to propose it again", async ({
  page,
}) => {
  const proposed = await proposeOrderLine();
  const hash = proposed.payload_hash;
  const to = (Number(proposed.live) + 0.21).toFixed(2);
  const changes = [{ field: "rate", to }];
  const { id } = await succeed("editAction", "approver", { id: proposed.id, payload_hash: hash, changes });
  await openAction(page, { id, marker: proposed.marker });
  await decisionBar(page).getByRole("button", { name: "Withdraw" }).click();
  const dialog = page.getByRole("dialog", { name: "Withdraw this?" });
  await dialog.getByRole("button", { name: "Withdraw" }).click();
  await expect(detail(page)).toShowFirst("Withdrawn. Nothing is written to NetSuite.");
  expect(await readAction(id)).toMatchObject({ status: "cancelled", ended_by: "Priya Raman" });
  await expect(amendBar(page).getByRole("button", { name: "Propose again" })).toBeVisible();
});

test.describe("a viewer", () => {
  test.use({ role: "viewer" });
  test("is offered none of it", async ({ page }) => {
    await setSwitch("ns_writes", true, "Hold what is approved");
    const proposed = await proposeLow();
    await approve("approver", proposed);
    await openAction(page, proposed);
    await expect(detail(page)).toShowFirst(/^Approved by/);
    await expect(page.getByRole("button", { name: /Cancel the write|Edit|Retry/ })).toHaveCount(0);
  });
});
