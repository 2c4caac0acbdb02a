import type { Page } from "@playwright/test";
import { readAction } from "./support/http/api";
import { readToEnd, stepUp } from "./support/screen/gestures";
import { enterAs, hireWithApp } from "./support/people/people";
import {
  proposeCritical,
  proposeCriticalForTwo,
  proposeHigh,
  proposeLow,
  proposeMedium,
  proposeTrivial,
  proposeTrivialAgain,
} from "./support/proposals/proposals";
import {
  approveButton,
  card,
  confirmApproval,
  decisionBar,
  decisionOf,
  detail,
  expectAnswer,
  expectToLeave,
  expectApplied,
  expectShownAsApplied,
  openAction,
  openInbox,
  rejectButton,
} from "./support/screen/screen";
import { codeOf, wrongCode } from "./support/people/second-factor";
import { breakNext, endAllFaults, readRecord } from "./support/simulator";
import { expect, test } from "./support/test";

test.afterEach(endAllFaults);

/** Holds the decisions that the page sends until they are let through, and counts them. */
async function holdDecisions(page: Page): Promise<[sent: () => number, letThrough: () => void]> {
  let count = 0;
  let letThrough = () => {};
  const released = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route("**/proposed-actions**", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    count += 1;
    await released;
    await route.continue();
  });
  return [() => count, letThrough];
}

test("an L1 write goes by the standing authorisation and names who signed it", async ({ page }) => {
  const proposed = await proposeTrivial();
  expect(proposed.risk_level).toBe(1);
  const applied = await expectApplied(proposed.id);
  expect(applied.decision).toBe("approve");
  await expectShownAsApplied(page, proposed);
  await expect(detail(page)).toShowFirst(/standing authorisation/i);
  await expect(decisionBar(page)).toHaveCount(0);
});

test("an L2 write is approved by one tap and applied", async ({ page, isPhone }) => {
  const proposed = await proposeLow();
  expect(proposed.risk_level).toBe(2);
  await openInbox(page, proposed.marker);
  await approveButton(decisionOf(page, proposed.id, isPhone)).click();
  await expectAnswer(page, proposed.id, "Approved. It goes to NetSuite now.");
  await expectApplied(proposed.id);
  await expectToLeave(page, proposed.id, isPhone);
  await expectShownAsApplied(page, proposed);
});

test("an L3 write is approved by one tap with its preview in view", async ({ page, isPhone }) => {
  const proposed = await proposeMedium();
  expect(proposed.risk_level).toBe(3);
  await openInbox(page, proposed.marker);
  const preview = isPhone ? card(page, proposed.id) : detail(page);
  await expect(preview.getByText("adjust quantity by").filter({ visible: true }).first()).toBeVisible();
  await approveButton(decisionOf(page, proposed.id, isPhone)).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expectAnswer(page, proposed.id, "Approved. It goes to NetSuite now.");
  await expectApplied(proposed.id);
});

test("the open action shows the end of its write together with the answer", async ({ page }) => {
  await page.clock.install();
  const proposed = await proposeLow();
  await breakNext({ kind: "slow_commit", key: `cs-1-${proposed.id}`, delay_ms: 1_500 });
  await openAction(page, proposed);
  await approveButton(decisionBar(page)).click();
  await expect(detail(page)).toShow("Approved, not yet applied");
  await expectApplied(proposed.id);
  // The page's own reading is up to ten seconds away; the clock goes on for two or three of them.
  await page.clock.pauseAt(Date.now() + 1_000);
  const bar = page.getByTestId("amend-bar");
  await expect(async () => {
    await page.clock.runFor(250);
    expect(await bar.getByText("Applied and verified").count()).toBe(1);
  }).toPass();
  await page.clock.runFor(50);
  await expect(detail(page).getByText("Approved, not yet applied")).toHaveCount(0);
  await expect(bar.getByRole("button", { name: "Cancel the write" })).toHaveCount(0);
});

for (const [tier, propose] of [
  [1, proposeTrivialAgain],
  [2, proposeLow],
  [3, proposeMedium],
  [4, proposeHigh],
] as const) {
  test(`while the answer to the approval of an L${tier} is on its way its button is closed, and a second press sends nothing`, async ({
    page,
    isPhone,
  }) => {
    const proposed = await propose();
    expect(proposed).toMatchObject({ risk_level: tier, status: "pending" });
    const [sent, letThrough] = await holdDecisions(page);
    const asks = tier === 4;
    await (asks ? openAction(page, proposed) : openInbox(page, proposed.marker));
    const bar = asks ? decisionBar(page) : decisionOf(page, proposed.id, isPhone);
    await approveButton(bar).click();
    if (asks) await confirmApproval(page);
    await expect.poll(sent).toBe(1);
    // Where it was asked once more, the question stays until the answer is there.
    const dialog = page.getByRole("dialog", { name: "Approve this?" });
    const pressed = asks
      ? dialog.getByRole("button", { name: "Sending your approval…" })
      : approveButton(bar);
    await expect(pressed).toBeDisabled();
    await expect(asks ? dialog.getByRole("button", { name: "Cancel" }) : rejectButton(bar)).toBeDisabled();
    await pressed.click({ force: true });
    await pressed.press("Enter");
    await page.keyboard.press("a");
    await expect(page.getByRole("dialog")).toHaveCount(asks ? 1 : 0);
    expect(sent()).toBe(1);
    expect(await readAction(proposed.id)).toMatchObject({ status: "pending", approvals: 0 });
    letThrough();
    await expectAnswer(page, proposed.id, "Approved. It goes to NetSuite now.");
    await expectApplied(proposed.id);
    expect(sent()).toBe(1);
  });
}

test("an L4 write asks again with the change in a sentence, and a cancelled question decides nothing", async ({
  page,
}) => {
  const proposed = await proposeHigh();
  expect(proposed.risk_level).toBe(4);
  await openAction(page, proposed);
  await approveButton(decisionBar(page)).click();
  const dialog = page.getByRole("dialog", { name: "Approve this?" });
  const { sentence } = await readAction(proposed.id);
  await expect(dialog).toShow(sentence);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toHaveCount(0);
  expect((await readAction(proposed.id)).status).toBe("pending");

  await approveButton(decisionBar(page)).click();
  await dialog.getByRole("button", { name: "Confirm approval" }).click();
  await expect(dialog).toHaveCount(0);
  await expectApplied(proposed.id);
  expect(await readRecord("customer", proposed.entityRef)).toMatchObject({ creditlimit: proposed.to });
});

test("an L5 write is read to its end, its reference typed and a code entered; wrong ones are refused", async ({
  page,
}) => {
  const approver = await hireWithApp("approver");
  await enterAs(page, approver);
  const proposed = await proposeCritical();
  expect(proposed.risk_level).toBe(5);
  expect(proposed.required_approvals).toBe(1);
  await openAction(page, proposed);
  await approveButton(decisionBar(page)).click();
  await expect(page).toShow("Step 1 of 3: read");
  const dialog = await readToEnd(page);
  const reference = dialog.getByLabel("Type the reference");
  await expect(reference).toBeFocused();
  const next = dialog.getByRole("button", { name: "Next" });
  await expect(next).toBeDisabled();
  await reference.fill(proposed.entityRef.replace(/.$/, "x"));
  await expect(dialog.getByRole("alert")).toHaveText(`That is not ${proposed.entityRef}.`);
  await reference.fill(proposed.entityRef.toLowerCase());
  await expect(dialog.getByRole("alert")).toHaveText(`Capitals count: type it as ${proposed.entityRef}.`);
  await expect(next).toBeDisabled();
  await reference.fill(proposed.entityRef);
  await next.click();

  const code = dialog.getByLabel("Six-digit code");
  await code.fill(wrongCode(approver.totpSecret));
  await dialog.getByRole("button", { name: "Confirm approval" }).click();
  await expect(dialog.getByRole("alert")).toContainText("That code is not right");
  expect((await readAction(proposed.id)).status).toBe("pending");
  await expect(code, "another code is typed where the refused one stands").toBeFocused();

  await code.fill(codeOf(approver.totpSecret));
  await dialog.getByRole("button", { name: "Confirm approval" }).click();
  await expect(dialog).toHaveCount(0);
  await expectApplied(proposed.id);
  expect(await readRecord("customer", proposed.entityRef)).toMatchObject({
    creditlimit: "0",
    creditholdoverride: "ON",
  });
  await expectShownAsApplied(page, proposed);
});

test("an L5 write over $100,000 waits for a second person after the first approved it", async ({
  page,
  openAs,
}) => {
  const proposed = await proposeCriticalForTwo();
  expect(proposed.required_approvals).toBe(2);
  const names: string[] = [];
  for (const [index, role] of (["approver", "admin"] as const).entries()) {
    const screen = index === 0 ? page : await openAs(role);
    const person = await hireWithApp(role);
    await enterAs(screen, person);
    await openAction(screen, proposed);
    await approveButton(decisionBar(screen)).click();
    await stepUp(screen, proposed, person.totpSecret);
    await expect(screen.getByRole("dialog")).toHaveCount(0);
    if (index > 0) {
      await expect(detail(screen)).toShow(new RegExp(`^Approved by ${names[0]} and ${person.name}`));
      break;
    }
    names.push(person.name);
    // The answer gives way to the words of the action itself as soon as it has been read again.
    await expect(decisionBar(screen)).toContainText(
      /Your approval is recorded: 1 of 2\.|You have approved this\. 1 of 2 approvals are in/,
    );
    expect(await readAction(proposed.id)).toMatchObject({ status: "pending", approvals: 1, push: null });
  }
  await expectApplied(proposed.id);
  // The list of the first, where it waited with one vote of two, says how it ended.
  await expect(page.getByTestId("announcer")).toContainText(new RegExp(`#${proposed.id}: .* approved this`));
});
