import type { Locator, Page } from "@playwright/test";
import { approve, readAction, readOverview, releaseSwitches, setSwitch } from "./support/http/api";
import { proposeHigh, proposeLow } from "./support/proposals/proposals";
import {
  RECENTLY,
  answer,
  approveButton,
  card,
  decisionBar,
  decisionOf,
  detail,
  expectAnswer,
  expectApplied,
  openAction,
  openInbox,
  rejectButton,
  rejectDialog,
} from "./support/screen/screen";
import { enterCode, freshCode, stepUpDialog } from "./support/people/second-factor";
import { breakNext, countCommits, endAllFaults } from "./support/simulator";
import { expect, test } from "./support/test";

test.afterEach(async () => {
  await releaseSwitches();
  await endAllFaults();
});

const pages = [
  "/proposed-actions",
  "/proposed-actions?view=history",
  "/dead-letters",
  "/dashboard",
  "/kill-switches",
];

function banner(page: Page): Locator {
  return page.getByRole("alert").filter({ hasText: "Kill switch engaged" });
}

async function engageWrites(page: Page): Promise<void> {
  await page.goto("/kill-switches");
  const entry = page.getByRole("region", { name: "NetSuite writes" });
  await entry.getByRole("button", { name: "Engage…" }).click();
  await page.getByRole("dialog").getByLabel("Or another reason").fill("The account is being moved");
  await page.getByRole("dialog").getByRole("button", { name: "Engage", exact: true }).click();
}

/** The write's row in the answer to a switch. */
function onItsWay(page: Page, id: number): Locator {
  return page
    .getByRole("list", { name: "Writes on their way" })
    .getByRole("listitem")
    .filter({ has: page.getByRole("link", { name: `#${id}`, exact: true }) });
}

test.describe("an administrator", () => {
  test.use({ role: "admin" });

  test("engages a switch with a reason that needs no typing", async ({ page }) => {
    await page.goto("/kill-switches");
    const entry = page.getByRole("region", { name: "Applying proposals" });
    await entry.getByRole("button", { name: "Engage…" }).click();
    const dialog = page.getByRole("dialog", { name: "Engage Applying proposals?" });
    // A press of the same rhythm as the one that opened the dialog sends nothing.
    await expect(async () => {
      await dialog.getByRole("button", { name: "An agent proposes wrong writes" }).click({ timeout: 1_000 });
      await expect(page.getByRole("dialog", { name: "Applying proposals engaged" })).toBeVisible({
        timeout: 2_000,
      });
    }).toPass();
    await page
      .getByRole("dialog", { name: "Applying proposals engaged" })
      .getByRole("button", { name: "Done" })
      .click();
    await expect(entry).toContainText("“An agent proposes wrong writes”");
  });

  test("engages a switch with a reason and releases it; every page says which, since when, who and why", async ({
    page,
  }) => {
    await page.goto("/kill-switches");
    const entry = page.getByRole("region", { name: "Applying proposals" });
    await entry.getByRole("button", { name: "Engage…" }).click();
    const dialog = page.getByRole("dialog", { name: "Engage Applying proposals?" });
    await expect(dialog).toContainText("Halts at once: Approving at every tier");
    const engage = dialog.getByRole("button", { name: "Engage", exact: true });
    await expect(engage).toBeDisabled();
    await dialog.getByLabel("Or another reason").fill("Prices look wrong since the import");
    await engage.click();
    await expect(dialog).toHaveCount(0);
    const engaged = page.getByRole("dialog", { name: "Applying proposals engaged" });
    await engaged.getByRole("button", { name: "Done" }).click();
    await expect(engaged).toHaveCount(0);
    await expect(entry).toHaveAttribute("data-engaged", "true");
    for (const path of pages) {
      await page.goto(path);
      await expect(banner(page)).toHaveText(
        new RegExp(
          String.raw`Applying proposals \(proposed_apply\).*, ${RECENTLY}, by Mike Ortiz: “Prices look wrong since the import”`,
        ),
      );
    }
    await page
      .getByRole("region", { name: "Applying proposals" })
      .getByRole("button", { name: "Release…" })
      .click();
    const release = page.getByRole("dialog", { name: "Release Applying proposals?" });
    await release.getByLabel("Reason").fill("The import is mended");
    await release.getByRole("button", { name: "Release", exact: true }).click();
    // By a code of their app, as every administrator does it.
    await enterCode(stepUpDialog(page, "Release Applying proposals").last(), await freshCode("admin"));
    await expect(release).toHaveCount(0);
    await expect(banner(page)).toHaveCount(0);
    expect((await readOverview()).switches.filter((each) => each.engaged)).toEqual([]);
  });

  test("engages a switch and sees that a write with the answer 429 may still begin", async ({ page }) => {
    const proposed = await proposeLow();
    // It is not on its way again while the switch is engaged by hand.
    await breakNext({
      kind: "too_many_requests",
      key: `cs-1-${proposed.id}`,
      times: 1_000,
      retry_after_s: 20,
    });
    await approve("approver", proposed);
    await expect.poll(async () => (await readAction(proposed.id)).push?.error?.code).toBe("HTTP_429");
    await engageWrites(page);
    const row = onItsWay(page, proposed.id);
    await expect(row).toContainText("May still begin");
    await endAllFaults();
    await releaseSwitches();
    await expectApplied(proposed.id);
  });

  test("engages a switch, sees the writes that were already on their way, and opens one", async ({
    page,
  }) => {
    const proposed = await proposeLow();
    await breakNext({ kind: "slow_commit", key: `cs-1-${proposed.id}`, delay_ms: 15_000 });
    await approve("approver", proposed);
    await expect.poll(async () => (await readAction(proposed.id)).push?.status).toBe("pushing");
    await engageWrites(page);
    const engaged = page.getByRole("dialog", { name: "NetSuite writes engaged" });
    await expect(engaged).toContainText(
      /\d+ writes? w(as|ere) already on (its|their) way and may still arrive/,
    );
    const row = onItsWay(page, proposed.id);
    await expect(row).toContainText(/sent (just now|\d+ s ago)/);
    await row.getByRole("link").click();
    await expect(page).toHaveURL(new RegExp(`/proposed-actions/${proposed.id}$`));
    await releaseSwitches();
    await expectApplied(proposed.id);
  });

  test("reads before a release what goes on with it, not what is halted", async ({ page }) => {
    await setSwitch("ns_writes", true, "NetSuite is being upgraded");
    await page.goto("/kill-switches");
    await page
      .getByRole("region", { name: "NetSuite writes" })
      .getByRole("button", { name: "Release…" })
      .click();
    await expect(page.getByRole("dialog", { name: "Release NetSuite writes?" })).toHaveAccessibleDescription(
      "Goes on again at once: Every write to NetSuite, with those that were approved meanwhile.",
    );
  });
});

test("with proposed_apply on nothing is approved, in words, and rejecting goes on", async ({
  page,
  isPhone,
}) => {
  const proposed = await proposeLow();
  await setSwitch("proposed_apply", true, "A test of the brakes");
  await openInbox(page, proposed.marker);
  const decision = decisionOf(page, proposed.id, isPhone);
  await expect(decision).toContainText(
    "Applying proposals is engaged: approving is halted. You can still reject.",
  );
  await expect(approveButton(decision)).toBeDisabled();
  await rejectButton(decision).click();
  const dialog = rejectDialog(page);
  await dialog.getByRole("button", { name: "Not now" }).click();
  await rejectButton(dialog).click();
  await expectAnswer(page, proposed.id, "Rejected. Nothing is written to NetSuite.");
  expect((await readAction(proposed.id)).status).toBe("rejected");
});

test("a page that has not heard of the switch yet is refused by the server, which names the switch", async ({
  page,
  isPhone,
}) => {
  const proposed = await proposeLow();
  await page.route(/\/api\/stream/, (route) => route.abort());
  await openInbox(page, proposed.marker);
  await expect(card(page, proposed.id)).toBeVisible();
  await page.route("**/api/overview", (route) => route.abort());
  await setSwitch("proposed_apply", true, "A test of the brakes");
  await approveButton(decisionOf(page, proposed.id, isPhone)).click();
  await expect(answer(card(page, proposed.id))).toHaveText(
    "Approving is halted: the kill switch proposed_apply is on. Rejecting still works.",
  );
  expect((await readAction(proposed.id)).status).toBe("pending");
});

test("with ns_writes on the question about an L4 write says that it will wait", async ({ page }) => {
  const proposed = await proposeHigh();
  await setSwitch("ns_writes", true, "NetSuite is being upgraded");
  await openAction(page, proposed);
  await approveButton(decisionBar(page)).click();
  await expect(page.getByRole("dialog", { name: "Approve this?" })).toContainText(
    "once the NetSuite writes switch is released",
  );
});

test("with high_risk_ops on L4 is halted and L2 goes on", async ({ page, isPhone }) => {
  const high = await proposeHigh();
  const low = await proposeLow();
  await setSwitch("high_risk_ops", true, "No large changes today");
  await openAction(page, high);
  await expect(decisionBar(page)).toContainText("High-risk operations is engaged: approving is halted.");
  await expect(approveButton(decisionBar(page))).toBeDisabled();
  await openInbox(page, low.marker);
  await approveButton(decisionOf(page, low.id, isPhone)).click();
  await expectApplied(low.id);
  expect((await readAction(high.id)).status).toBe("pending");
});

test("with ns_writes on an approval stands and waits unsent; released, it is applied once", async ({
  page,
}) => {
  const proposed = await proposeLow();
  await setSwitch("ns_writes", true, "NetSuite is being upgraded");
  await openAction(page, proposed);
  await expect(decisionBar(page)).toContainText("once the NetSuite writes switch is released");
  await approveButton(decisionBar(page)).click();
  await expectAnswer(
    page,
    proposed.id,
    "Approved. It goes to NetSuite once the NetSuite writes switch is released.",
  );
  await expect(detail(page)).toShowFirst(/^Approved by Priya Raman/);
  await expect(detail(page)).toShow("It goes to NetSuite once the NetSuite writes switch is released.");
  await page.goto(`/proposed-actions?view=approved&q=${proposed.marker}`);
  await expect(card(page, proposed.id)).toContainText("Queued");
  expect((await readAction(proposed.id)).push).toMatchObject({ status: "queued", attempts: 0 });
  expect(await countCommits(`cs-1-${proposed.id}`)).toBe(0);
  await releaseSwitches();
  await expectApplied(proposed.id);
  await openAction(page, proposed);
  await expect(detail(page)).toShow("Applied and verified");
});
