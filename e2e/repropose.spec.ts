import { approve, readAction, releaseSwitches, setSwitch } from "./support/api";
import { succeed } from "./support/call";
import { proposeOrderLine } from "./support/proposals";
import {
  approveButton,
  card,
  decisionBar,
  detail,
  expectApplied,
  openAction,
  section,
  untilStatus,
} from "./support/screen";
import { editRecord } from "./support/simulator";
import { expect, test } from "./support/test";

test.afterEach(releaseSwitches);

/** Approved while sending was halted, changed by a colleague, then held back. */
async function goStale(elsewhere = 0.37) {
  const proposed = await proposeOrderLine();
  const now = (Number(proposed.live) + elsewhere).toFixed(2);
  await setSwitch("ns_writes", true, "Hold what is approved");
  await approve("approver", proposed);
  await editRecord("order_line", proposed.recordId, { rate: now });
  await releaseSwitches();
  await succeed("drainPushes", "admin");
  await untilStatus(proposed.id, "stale");
  return { ...proposed, now };
}

test("a stale action shows what it would say now, and is proposed again in one tap and written", async ({
  page,
}) => {
  const stale = await goStale();
  await openAction(page, stale);
  await expect(section(page, "The change").getByText("changed since proposed")).toBeVisible();
  await expect(section(page, "The change").getByTestId("again")).toContainText(`Rate $${stale.now} → $`);
  const bar = page.getByTestId("amend-bar");
  await bar.getByRole("button", { name: "Propose again" }).click();
  await expect(bar.getByText(/starts from \$.+ now, not \$/)).toBeVisible();
  const id = (await readAction(stale.id)).superseded_by_id!;
  await bar.getByRole("link", { name: `Open #${id}` }).click();
  await expect(detail(page).getByRole("link", { name: `replaces #${stale.id}` })).toBeVisible();
  const made = await readAction(id);
  expect(made).toMatchObject({ status: "pending", author: "Priya Raman", supersedes_id: stale.id });
  expect(made.changes[0]).toMatchObject({ from: String(Number(stale.now)) });
  await expect(section(page, "The change").getByText("unchanged")).toBeVisible();
  await approveButton(decisionBar(page)).click();
  await expectApplied(id);
});

test("the list of stale ones has the tap on the card, and says when another took its place", async ({
  page,
}) => {
  const stale = await goStale();
  await page.goto(`/proposed-actions?view=stale&q=${stale.marker}`);
  await card(page, stale.id).getByRole("button", { name: "Propose again" }).click();
  await expect(card(page, stale.id).getByText(/Proposed again as #\d+/)).toBeVisible();
  const id = (await readAction(stale.id)).superseded_by_id!;
  await expect(card(page, stale.id).getByRole("button", { name: "Propose again" })).toHaveCount(0);
  await page.reload();
  await expect(card(page, stale.id).getByRole("link", { name: `replaced by #${id}` })).toBeVisible();
  await openAction(page, stale);
  await expect(page.getByTestId("amend-bar").getByText(`#${id} already took its place.`)).toBeVisible();
  await expect(page.getByTestId("amend-bar").getByRole("button", { name: "Propose again" })).toBeDisabled();
});

test("where the record holds the value already, nothing is left to do", async ({ page }) => {
  const stale = await goStale();
  const to = (await readAction(stale.id)).changes[0]!.to!;
  await editRecord("order_line", stale.recordId, { rate: to });
  await openAction(page, stale);
  await expect(section(page, "The change").getByText(/there is nothing left to do/)).toBeVisible();
  await page.getByTestId("amend-bar").getByRole("button", { name: "Propose again" }).click();
  await expect(page.getByTestId("verb-answer")).toContainText("nothing left to do");
  expect((await readAction(stale.id)).superseded_by_id).toBeNull();
});
