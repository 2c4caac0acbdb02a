import { readAction, readOverview, releaseSwitches, setSwitch } from "./support/http/api";
import { call, succeed } from "./support/http/call";
import { approveByItsGesture } from "./support/screen/gestures";
import { proposeDead, proposeOrderLine, proposeStale, untilStatus } from "./support/proposals/proposals";
import { proposeRoll } from "./support/proposals/rolls";
import { answer, approveButton, decisionBar, detail, openAction, section } from "./support/screen/screen";
import { breakNext, editRecord } from "./support/simulator";
import { expect, test } from "./support/test";

test.afterEach(releaseSwitches);

test("the approver of a stale action finds it in the app with the reason, and dismisses it for good", async ({
  page,
  isPhone,
}) => {
  const stale = await proposeStale();
  await page.goto("/proposed-actions");
  const nav = page.getByRole("navigation", { name: "Main" });
  const place = nav.getByRole("link", { name: isPhone ? /^Yours/ : /^Your decisions/ });
  await expect(place).toContainText(/\d/);
  await place.click();
  const notice = page.getByRole("article", { name: `Notice about #${stale.id}` });
  await expect(notice).toShow("Went stale");
  await expect(notice).toShow("Nothing was written: the record has changed since.");
  await page.goto(`/proposed-actions/${stale.id}/notifications`);
  await expect(async () => {
    await page.reload();
    const others = page.getByRole("list", { name: "Not notified" });
    await expect(others).toContainText("Approved it, and it went stale. No channel reaches them");
  }).toPass();
  await page.goto("/your-decisions");
  await notice.getByRole("button", { name: "Dismiss" }).click();
  await expect(notice).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your decisions");
  await expect(notice).toHaveCount(0);
});

test("it is proposed again from the notice, after a look at what that says", async ({ page }) => {
  const stale = await proposeStale();
  await page.goto("/your-decisions");
  const notice = page.getByRole("article", { name: `Notice about #${stale.id}` });
  await notice.getByRole("button", { name: "Propose again" }).click();
  const dialog = page.getByRole("dialog", { name: "Propose it again?" });
  await expect(dialog.getByTestId("reproposal")).toContainText(`from $${stale.now} to $`);
  await dialog.getByRole("button", { name: "Propose it" }).click();
  await expect(dialog).toHaveCount(0);
  const { superseded_by_id: id } = await readAction(stale.id);
  await expect(notice.getByRole("link", { name: `Open #${id}` })).toBeVisible();
});

test("the approver of a dead push finds a notice there with a link to its dead letter", async ({ page }) => {
  const { id } = await proposeDead();
  await page.goto("/your-decisions");
  const notice = page.getByRole("article", { name: `Notice about #${id}` });
  await expect(notice).toShow("It gave up: NetSuite refused this write.");
  await expect(notice.getByRole("button", { name: "Propose again" })).toHaveCount(0);
  await notice.getByRole("link", { name: "See its dead letter" }).click();
  await expect(page.getByRole("article", { name: `Dead letter of #${id}` })).toBeVisible();
});

test("the approver of a roll finds there how many of its lines were not written", async ({ page }) => {
  const roll = await proposeRoll({ customers: 2, items: 1 });
  await breakNext({ kind: "external_edit", key: `cs-1-${roll.id}-2` });
  await approveByItsGesture(page, roll);
  await untilStatus(roll.id, "applied");
  await page.goto("/your-decisions");
  const notice = page.getByRole("article", { name: `Notice about #${roll.id}` });
  await expect(notice).toShow("Applied in part");
  await expect(notice).toShow("Some of its lines were not written. Held back: 1 of 2.");
  await notice.getByRole("link", { name: "See its lines" }).click();
  await expect(detail(page).getByTestId("roll-progress")).toHaveText("1 of 2 written, 1 held back");
});

test("a notice is for the person who decided alone, and nobody dismisses another's", async () => {
  const stale = await proposeStale();
  const of = async (role: "approver" | "admin") =>
    (await succeed("readNotices", role)).items.map(({ action }) => action.id);
  expect(await of("approver")).toContain(stale.id);
  expect(await of("admin")).not.toContain(stale.id);
  await call("dismissNotices", "admin", { action_ids: [stale.id] });
  expect(await of("approver")).toContain(stale.id);
  expect((await readOverview()).notices).toBe(0);
});

test("the answer follows the write to its end where it was decided", async ({ page }) => {
  const proposed = await openAction(page, await proposeOrderLine());
  await expect(section(page, "The change")).toShow("unchanged");
  await setSwitch("ns_writes", true, "Hold approved writes");
  await approveButton(decisionBar(page)).click();
  await expect(answer(detail(page))).toContainText("Approved.");
  await editRecord("order_line", proposed.recordId, { rate: (Number(proposed.live) + 0.37).toFixed(2) });
  await releaseSwitches();
  await succeed("drainPushes", "admin");
  await untilStatus(proposed.id, "stale");
  await expect(answer(detail(page))).toContainText("Held back");
});
