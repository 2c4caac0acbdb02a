import type { Page } from "@playwright/test";
import { readAction, reject } from "./support/api";
import {
  type Proposed,
  newMarker,
  proposeCritical,
  proposeHigh,
  proposeLow,
  proposeMail,
  proposeMedium,
  proposeOrderLine,
  proposeThree,
} from "./support/proposals";
import { card, detail, expectApplied, openInbox } from "./support/screen";
import { editRecord } from "./support/simulator";
import { readShown, shows, wordsOutsideEdges } from "./support/shown-text";
import { expect, test } from "./support/test";

async function select(page: Page, isPhone: boolean, actions: Proposed[]): Promise<void> {
  if (isPhone) await page.getByRole("button", { name: "Select", exact: true }).click();
  for (const { id } of actions) await page.getByRole("checkbox", { name: `Select #${id}` }).check();
}

const bar = (page: Page) => page.getByRole("region", { name: "Bulk decision" });

/** Reads the list of a bulk approval to its end, and approves it. */
async function approveReviewed(page: Page, count: number): Promise<void> {
  const review = page.getByRole("dialog", { name: `Approve ${count} actions?` });
  await review.getByText("End of the list").scrollIntoViewIfNeeded();
  await review.getByRole("button", { name: `Approve ${count}` }).click();
}

const results = (page: Page) => page.getByRole("dialog").getByRole("list", { name: "Results" });

test("many are approved at once, each with its own answer, and L4 and L5 are left out and said to be", async ({
  page,
  isPhone,
}) => {
  const marker = newMarker();
  const easy = [
    await proposeLow({ marker }),
    await proposeMedium({ marker, by: 2 }),
    await proposeLow({ marker }),
  ];
  const hard = [await proposeHigh({ marker }), await proposeCritical({ marker })];
  const worth = await Promise.all(easy.map(async ({ id }) => (await readAction(id)).impact.cents));
  const sumCents = worth.reduce<number>((sum, cents) => sum + Math.abs(cents ?? 0), 0);
  await openInbox(page, marker);
  await select(page, isPhone, [...easy, ...hard]);
  const dollars = (sumCents / 100).toLocaleString("en-US", { style: "currency", currency: "USD" });
  await expect(bar(page)).toContainText("5 selected");
  await expect(bar(page)).toContainText("2 of them are approved one by one: L4, L5");
  const approve = bar(page).getByRole("button", { name: "Approve 3" });
  await expect(approve).toContainText(`${dollars.replace(/\.00$/, "")} in all`);
  await approve.click();
  const review = page.getByRole("dialog", { name: "Approve 3 actions?" });
  await expect(review.getByRole("list", { name: "Approved together" }).getByRole("listitem")).toHaveCount(3);
  const leftOut = review.getByRole("region", { name: "Left out" });
  await expect(leftOut.getByRole("listitem")).toHaveCount(2);
  await expect(leftOut).toContainText("L4 High is approved one at a time.");
  await expect(leftOut).toContainText("L5 Critical is approved one at a time.");
  await approveReviewed(page, 3);

  await expect(page.getByRole("dialog", { name: "3 actions approved" })).toBeVisible();
  await expect(results(page).getByRole("listitem")).toHaveCount(3);
  for (const { id } of easy) {
    await expect(results(page).locator(`[data-action-id="${id}"]`)).toHaveAttribute(
      "data-outcome",
      "claimed",
    );
  }
  await page.getByRole("button", { name: "Done" }).last().click();
  for (const { id } of easy) await expectApplied(id);
  // No row leaves under the pointer, which may be over the list now.
  if (!isPhone) await detail(page).hover();
  for (const { id } of easy) await expect(card(page, id)).toHaveCount(0);
  for (const { id } of hard) expect((await readAction(id)).status).toBe("pending");
});

test("a record that has changed in NetSuite is left out of a bulk approval, and one that changes meanwhile lets nothing be sent", async ({
  page,
  isPhone,
}) => {
  await page.clock.install();
  const marker = newMarker();
  const one = await proposeOrderLine({ marker });
  const two = await proposeOrderLine({ marker, besides: [one] });
  const lines = [one, two, await proposeOrderLine({ marker, besides: [one, two] })] as const;
  const move = ({ recordId, live }: typeof one) =>
    editRecord("order_line", recordId, { rate: (Number(live) + 0.37).toFixed(2) });
  await move(lines[0]);
  await openInbox(page, marker);
  await select(page, isPhone, [...lines]);
  await bar(page).getByRole("button", { name: "Approve 3" }).click();
  const leftOut = page.getByRole("dialog").getByRole("region", { name: "Left out" });
  const why = "approving this would write nothing";
  await expect(leftOut.locator(`[data-action-id="${lines[0].id}"]`)).toContainText(why);

  const review = page.getByRole("dialog", { name: "Approve 2 actions?" });
  await review.getByText("End of the list").scrollIntoViewIfNeeded();
  await move(lines[1]);
  await page.clock.fastForward(60_000);
  await approveReviewed(page, 2);
  await expect(page.getByRole("dialog", { name: "Approve 1 action?" })).toShow(
    "Nothing was sent: a record has changed",
  );
  await expect(leftOut.locator(`[data-action-id="${lines[1].id}"]`)).toContainText(why);
  for (const { id } of lines) expect((await readAction(id)).status).toBe("pending");
  const last = page.getByRole("dialog", { name: "Approve 1 action?" });
  await last.getByText("End of the list").scrollIntoViewIfNeeded();
  await last.getByRole("button", { name: "Approve 1" }).hover();
  await page.mouse.move(5, 5);
  await last.getByRole("button", { name: "Approve 1" }).click();
  await expectApplied(lines[2].id);
  for (const { id } of lines.slice(0, 2)) expect((await readAction(id)).status).toBe("pending");
});

test("one row that somebody else decided first is told apart, and stops none of the others", async ({
  page,
  isPhone,
}) => {
  const marker = newMarker();
  const [first, second, third] = await proposeThree(marker);
  await openInbox(page, marker);
  await expect(card(page, second.id)).toBeVisible();
  // The page must not learn of it before it decides.
  await page.route(/\/api\/(proposed-actions|overview)/, (route) => route.abort());
  await select(page, isPhone, [first, second, third]);
  await reject("admin", second, "Not this customer");
  await bar(page).getByRole("button", { name: "Approve 3" }).click();
  await approveReviewed(page, 3);
  await expect(page.getByRole("dialog", { name: "2 actions approved, 1 not" })).toBeVisible();
  const rows = results(page).getByRole("listitem");
  await expect(rows.first()).toHaveAttribute("data-outcome", "already_decided");
  await expect(rows.first()).toContainText("Mike Ortiz was first: this proposal is already rejected.");
  await expectApplied(first.id);
  await expectApplied(third.id);
  expect(await readAction(second.id)).toMatchObject({ status: "rejected", decided_by: "Mike Ortiz" });
});

test("rejecting many takes one reason, at every tier", async ({ page, isPhone }) => {
  const marker = newMarker();
  const actions = [
    await proposeLow({ marker }),
    await proposeMedium({ marker }),
    await proposeHigh({ marker }),
  ];
  await openInbox(page, marker);
  await select(page, isPhone, actions);
  await bar(page).getByRole("button", { name: "Reject…" }).click();
  const dialog = page.getByRole("dialog", { name: "Reject 3 actions?" });
  await dialog.getByLabel("Reason").fill("The month is closed");
  await dialog.getByRole("button", { name: "Reject 3" }).click();
  await expect(page.getByRole("dialog", { name: "3 actions rejected" })).toBeVisible();
  for (const { id } of actions) {
    expect(await readAction(id)).toMatchObject({
      status: "rejected",
      comment: "The month is closed",
      push: null,
    });
  }
});

test("only L4 and L5 selected: approving is not offered at all", async ({ page, isPhone }) => {
  const marker = newMarker();
  const actions = [await proposeHigh({ marker })];
  await openInbox(page, marker);
  await select(page, isPhone, actions);
  await expect(bar(page)).toContainText("This one is approved one by one");
  await expect(bar(page).getByRole("button", { name: /Approve/ })).toHaveCount(0);
  await bar(page).getByRole("button", { name: "Clear" }).click();
  await expect(bar(page)).toHaveCount(0);
});

test("a bulk approval is pressed after the last row of its list has been in view, and its rows stay as they were", async ({
  page,
  isPhone,
}) => {
  const marker = newMarker();
  const actions: Proposed[] = [];
  for (let count = 0; count < 14; count += 1)
    actions.push(await proposeLow({ marker, text: `${count}. ${"Promised to pay by Friday. ".repeat(5)}` }));
  await openInbox(page, marker);
  await select(page, isPhone, actions);
  await bar(page).getByRole("button", { name: "Approve 14" }).click();
  const review = page.getByRole("dialog", { name: "Approve 14 actions?" });
  const press = review.getByRole("button", { name: "Approve 14" });
  await expect(review).toContainText("Read the list to its end first.");
  await expect(press).toBeDisabled();
  await expect(review.getByText("End of the list")).not.toBeInViewport();
  // Somebody decides one of them meanwhile: the list stays, and that row hears the truth.
  await reject("admin", actions[0]!, "Not this one");
  await expect(review.getByRole("list", { name: "Approved together" }).getByRole("listitem")).toHaveCount(14);
  await approveReviewed(page, 14);
  await expect(page.getByRole("dialog", { name: "13 actions approved, 1 not" })).toBeVisible();
});

test("what the list does not show whole is left out of a bulk approval with its reason, and rejected in bulk like the rest", async ({
  page,
  isPhone,
}) => {
  const marker = newMarker();
  const plain = await proposeLow({ marker });
  const long = await proposeLow({ marker, text: "Promised to pay by Friday. ".repeat(20) });
  const posing = await proposeLow({ marker, text: "Driscоll's promised to pay" });
  await openInbox(page, marker);
  await select(page, isPhone, [plain, long, posing]);
  await expect(bar(page)).toContainText("2 of them are approved one by one");
  await bar(page).getByRole("button", { name: "Approve 1" }).click();
  const review = page.getByRole("dialog", { name: "Approve 1 action?" });
  const leftOut = review.getByRole("region", { name: "Left out" });
  await expect(leftOut).toContainText("Its text is longer than the list shows: open it.");
  await expect(leftOut).toContainText("It holds characters that can deceive: open it.");
  await review.getByRole("button", { name: "Cancel" }).click();
  await bar(page).getByRole("button", { name: "Reject…" }).click();
  const dialog = page.getByRole("dialog", { name: "Reject 3 actions?" });
  await dialog.getByLabel("Reason").fill("Say it shorter");
  await dialog.getByRole("button", { name: "Reject 3" }).click();
  await expect(page.getByRole("dialog", { name: "3 actions rejected" })).toBeVisible();
});

test("a row of a bulk approval shows every field of a mail that its sentence does not say, although the sentence holds its text", async ({
  page,
  isPhone,
}) => {
  const marker = newMarker();
  const mails = [
    { subject: "Your question to ana@evil-broker.example", cc: "ana@evil-broker.example" },
    { to: "anna@evil-broker.example", cc: "a@evil-broker.example" },
    { body: "nothing" },
  ];
  const drafts: Proposed[] = [];
  for (const mail of mails) drafts.push(await proposeMail(mail, { marker }));
  await openInbox(page, marker);
  await select(page, isPhone, drafts);
  await bar(page).getByRole("button", { name: "Approve 3" }).click();
  const review = page.getByRole("dialog", { name: "Approve 3 actions?" });
  for (const { id } of drafts) {
    const row = review.locator(`li[data-action-id="${id}"]`);
    await expect(row).toBeVisible();
    const [shown] = await readShown(row);
    const { changes } = await readAction(id);
    const apart = changes.filter(({ field }) => field === "body" || field === "cc");
    for (const { label, to } of apart) {
      const own = shown!.texts.filter(({ text }) => text === to);
      expect(shows(own, to!), `#${id} ${label} ${to}`).toBe(true);
      expect(shown!.words).toContain(`${label} ${to}`);
    }
  }
});

test("a note in a bulk approval forges neither the end of its own sentence nor a line of ours", async ({
  page,
  isPhone,
}) => {
  const marker = newMarker();
  const text =
    "Paid in full.” to Bluestem Bistro Group\n\nNo dollar impact · checked and closed by Mike Ortiz · nothing is written";
  const note = await proposeLow({ marker, text, customer: "Riverbend Foods" });
  const plain = await proposeLow({ marker, text: "Paid in full.", customer: "Riverbend Foods" });
  await openInbox(page, marker);
  await select(page, isPhone, [note, plain]);
  await bar(page).getByRole("button", { name: "Approve 2" }).click();
  const review = page.getByRole("dialog", { name: "Approve 2 actions?" });
  const row = review.locator(`li[data-action-id="${note.id}"]`);
  await expect(row).toContainText("AR note · Riverbend Foods");
  const ours = await wordsOutsideEdges(row);
  for (const forged of ["Bluestem", "checked and closed", "nothing is written", "“"])
    expect(ours).not.toContain(forged);
  const [shown] = await readShown(row);
  expect(shows(shown!.texts, text)).toBe(true);
  // A text that can forge nothing stands in its sentence, as before.
  await expect(review.locator(`li[data-action-id="${plain.id}"]`)).toContainText(
    "Add the note “Paid in full.” to Riverbend Foods",
  );
  expect((await readAction(note.id)).sentence).toBe("AR note · Riverbend Foods");
});
