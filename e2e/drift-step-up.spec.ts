import { readAction } from "./support/http/api";
import { readToEnd, stepUp } from "./support/screen/gestures";
import { enterAs, hireWithApp } from "./support/people/people";
import { proposeCritical } from "./support/proposals/proposals";
import { holdReadings } from "./support/screen/readings";
import { approveButton, decisionBar, openAction } from "./support/screen/screen";
import { editRecord } from "./support/simulator";
import { expect, test } from "./support/test";

/** An L5 whose record changes between its steps is read once more. */

test("a record that changes while the reference of an L5 is typed sends the reader back to the first step", async ({
  page,
}) => {
  const approver = await hireWithApp("approver");
  await enterAs(page, approver);
  const proposed = await proposeCritical();
  const { from } = (await readAction(proposed.id)).changes[0]!;
  const release = await holdReadings(page, proposed.id);
  await openAction(page, proposed);
  await approveButton(decisionBar(page)).click();
  const dialog = await readToEnd(page);
  const reference = dialog.getByLabel("Type the reference");
  await reference.fill(proposed.entityRef);
  await editRecord("customer", proposed.entityRef, { creditlimit: String(Number(from) + 1) });
  try {
    await release();
    await expect(dialog.getByRole("alert")).toHaveText(
      "The record has changed since you read this. Read it once more.",
    );
    await expect(reference).toHaveCount(0);
    await expect(dialog.getByRole("button", { name: "I have read it" })).toBeDisabled();
    expect(await readAction(proposed.id)).toMatchObject({ status: "pending", approvals: 0 });
  } finally {
    await editRecord("customer", proposed.entityRef, { creditlimit: from });
  }
});

test("a record that cannot be read while the reference of an L5 is typed sends the reader back too, and says why", async ({
  page,
}) => {
  const proposed = await proposeCritical();
  const busy = { state: "unreadable", reason: "NetSuite is busy.", why_not_approvable: null };
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/api/live-readings*", (route) => route.abort());
  await page.route(`**/api/proposed-actions/${proposed.id}/live`, async (route) => {
    await released;
    // One that the page has given up is gone.
    await route.fulfill({ json: busy }).catch(() => {});
  });
  await openAction(page, proposed);
  await approveButton(decisionBar(page)).click();
  const dialog = await readToEnd(page);
  await expect(dialog.getByLabel("Type the reference")).toBeVisible();
  release();
  await expect(dialog.getByRole("alert")).toHaveText(
    "NetSuite could not be read this time. Read the change once more.",
  );
  await expect(dialog.getByRole("button", { name: "I have read it" })).toBeVisible();
});

test("a record that changes while an L5's code is checked decides nothing, and the change is read once more", async ({
  page,
}) => {
  await page.clock.install();
  const approver = await hireWithApp("approver");
  await enterAs(page, approver);
  const proposed = await proposeCritical();
  const { from } = (await readAction(proposed.id)).changes[0]!;
  await openAction(page, proposed);
  await approveButton(decisionBar(page)).click();
  let letThrough = () => {};
  const released = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route("**/proposed-actions/**", async (route) => {
    if (route.request().method() === "POST") await released;
    await route.continue();
  });
  const minting = page.waitForRequest((request) => request.method() === "POST");
  await stepUp(page, proposed, approver.totpSecret);
  await minting;
  const dialog = page.getByRole("dialog", { name: "Approve a critical change" });
  await editRecord("customer", proposed.entityRef, { creditlimit: String(Number(from) + 1) });
  try {
    const reading = page.waitForResponse(`**/api/proposed-actions/${proposed.id}/live`);
    await page.clock.fastForward(60_000);
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
    await reading;
    await expect(dialog.getByRole("button", { name: "Sending your approval…" })).toBeDisabled();
    letThrough();
    await expect(dialog.getByRole("alert")).toHaveText(
      "The record has changed since you read this. Read it once more.",
    );
    expect(await readAction(proposed.id)).toMatchObject({ status: "pending", approvals: 0 });
  } finally {
    letThrough();
    await editRecord("customer", proposed.entityRef, { creditlimit: from });
  }
});
