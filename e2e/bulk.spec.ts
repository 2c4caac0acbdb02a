import type { Page } from "@playwright/test";
import { readAction, reject } from "./support/http/api";
import { approveReviewed, bulkBar, selectRows } from "./support/screen/bulk";
import {
  type Proposed,
  newMarker,
  proposeCritical,
  proposeHigh,
  proposeLow,
  proposeMail,
  proposeMedium,
  proposeThree,
} from "./support/proposals/proposals";
import { expectClosedUntilEnd, recordReading } from "./support/screen/reading";
import { card, detail, expectApplied, openInbox } from "./support/screen/screen";
import { readShown, shows, wordsOutsideEdges } from "./support/screen/shown-text";
import { atEverySize, SIZES } from "./support/screen/sizes";
import { expect, test } from "./support/test";

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
  await selectRows(page, isPhone, [...easy, ...hard]);
  const dollars = (sumCents / 100).toLocaleString("en-US", { style: "currency", currency: "USD" });
  await expect(bulkBar(page)).toContainText("5 selected");
  await expect(bulkBar(page)).toContainText("2 of them are approved one by one: L4, L5");
  const approve = bulkBar(page).getByRole("button", { name: "Approve 3" });
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

test("a bulk rejection is about the rows that it was opened for, whatever leaves the list meanwhile", async ({
  page,
  isPhone,
}) => {
  const marker = newMarker();
  const actions = await proposeThree(marker);
  await openInbox(page, marker);
  await selectRows(page, isPhone, actions);
  await bulkBar(page).getByRole("button", { name: "Reject…" }).click();
  const dialog = page.getByRole("dialog", { name: "Reject 3 actions?" });
  await dialog.getByLabel("Reason").click();
  await dialog.getByLabel("Reason").fill("The month is closed");
  await reject("admin", actions[1], "Not this customer");
  // Behind a dialog nothing has a role.
  await expect(page.locator(`article[data-action-id="${actions[1].id}"]`)).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Reject 3" }).click();
  await expect(page.getByRole("dialog", { name: "2 actions rejected, 1 not" })).toBeVisible();
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
  await selectRows(page, isPhone, [first, second, third]);
  await reject("admin", second, "Not this customer");
  await bulkBar(page).getByRole("button", { name: "Approve 3" }).click();
  await approveReviewed(page, 3);
  await expect(page.getByRole("dialog", { name: "2 actions approved, 1 not" })).toBeVisible();
  const rows = results(page).getByRole("listitem");
  await expect(rows.first()).toHaveAttribute("data-outcome", "already_decided");
  await expect(rows.first()).toContainText("Mike Ortiz was first: this proposal is already rejected.");
  await expectApplied(first.id);
  await expectApplied(third.id);
  expect(await readAction(second.id)).toMatchObject({ status: "rejected", decided_by: "Mike Ortiz" });
});

test("rejecting many takes one reason, at every tier, and keeps it where no answer came", async ({
  page,
  isPhone,
}) => {
  const marker = newMarker();
  const actions = [
    await proposeLow({ marker }),
    await proposeMedium({ marker }),
    await proposeHigh({ marker }),
  ];
  await openInbox(page, marker);
  await selectRows(page, isPhone, actions);
  await bulkBar(page).getByRole("button", { name: "Reject…" }).click();
  const dialog = page.getByRole("dialog", { name: "Reject 3 actions?" });
  await dialog.getByLabel("Reason").fill("The month is closed");
  await page.route("**/proposed-actions*", (route) =>
    route.request().method() === "POST" ? route.abort() : route.fallback(),
  );
  await dialog.getByRole("button", { name: "Reject 3" }).click();
  await expect(dialog.getByRole("alert")).toContainText("No answer came back");
  await page.unrouteAll();
  await dialog.getByRole("button", { name: "Reject 3" }).click();
  await expect(page.getByRole("dialog", { name: "3 actions rejected" })).toBeVisible();
  await expect(page.locator("[role=dialog]")).toHaveCount(1);
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
  await selectRows(page, isPhone, actions);
  await expect(bulkBar(page)).toContainText("This one is approved one by one");
  await expect(bulkBar(page).getByRole("button", { name: /Approve/ })).toHaveCount(0);
  await bulkBar(page).getByRole("button", { name: "Clear" }).click();
  await expect(bulkBar(page)).toHaveCount(0);
});

/** More than a window shows of them, each of more than a line. */
async function proposeFourteen(marker: string): Promise<Proposed[]> {
  const actions: Proposed[] = [];
  for (let count = 0; count < 14; count += 1)
    actions.push(await proposeLow({ marker, text: `${count}. ${"Promised to pay by Friday. ".repeat(5)}` }));
  return actions;
}

test("a bulk approval stays closed until its last row has been in view, in every window", async ({
  page,
  isPhone,
}) => {
  test.skip(isPhone, "every size is looked at from the desktop");
  const marker = newMarker();
  const actions = await proposeFourteen(marker);
  await openInbox(page, marker);
  await selectRows(page, isPhone, actions);
  await atEverySize(page, SIZES, async (where) => {
    const record = await recordReading(page, {
      rows: ["[role=dialog] [data-end-of=list]"],
      button: ["[role=dialog] button", "Approve 14"],
    });
    await bulkBar(page).getByRole("button", { name: "Approve 14" }).click();
    const review = page.getByRole("dialog", { name: "Approve 14 actions?" });
    const reading = {
      record,
      last: review.getByRole("list", { name: "Approved together" }).getByRole("listitem").last(),
      end: review.getByText("End of the list"),
      button: review.getByRole("button", { name: "Approve 14" }),
    };
    await expectClosedUntilEnd(reading, where);
    await review.getByRole("button", { name: "Cancel" }).click();
    await expect(review).toHaveCount(0);
  });
});

test("a bulk approval is pressed after the last row of its list has been in view, and its rows stay as they were", async ({
  page,
  isPhone,
}) => {
  const marker = newMarker();
  const actions = await proposeFourteen(marker);
  // The page reads none ahead, so the dialog reads all of them in one request.
  const ahead = "**/api/live-readings?*";
  await page.route(ahead, (route) => route.fulfill({ json: { items: [] } }));
  await openInbox(page, marker);
  await selectRows(page, isPhone, actions);
  await page.unroute(ahead);
  await bulkBar(page).getByRole("button", { name: "Approve 14" }).click();
  const review = page.getByRole("dialog", { name: "Approve 14 actions?" });
  const press = review.getByRole("button", { name: "Approve 14" });
  await expect(review).toContainText("Read the list to its end first.");
  await expect(press).toBeDisabled();
  await expect(review.getByText("End of the list")).not.toBeInViewport();
  // Somebody decides one of them meanwhile: the list stays, and that row hears the truth.
  await reject("admin", actions[0]!, "Not this one");
  await expect(review.getByRole("list", { name: "Approved together" }).getByRole("listitem")).toHaveCount(14);
  // The list stands once every record was asked for.
  await expect(review.getByText("could not be read")).toHaveCount(0);
  await approveReviewed(page, 14);
  await expect(page.getByRole("dialog", { name: "13 actions approved, 1 not" })).toBeVisible();
});

test("an action that the list does not show whole is left out of a bulk approval with its reason, and rejected in bulk like the rest", async ({
  page,
  isPhone,
}) => {
  const marker = newMarker();
  const plain = await proposeLow({ marker });
  const long = await proposeLow({ marker, text: "Promised to pay by Friday. ".repeat(20) });
  const posing = await proposeLow({ marker, text: "Driscоll's promised to pay" });
  await openInbox(page, marker);
  await selectRows(page, isPhone, [plain, long, posing]);
  await expect(bulkBar(page)).toContainText("2 of them are approved one by one");
  await bulkBar(page).getByRole("button", { name: "Approve 1" }).click();
  const review = page.getByRole("dialog", { name: "Approve 1 action?" });
  const leftOut = review.getByRole("region", { name: "Left out" });
  await expect(leftOut).toContainText("Its text is longer than the list shows: open it.");
  await expect(leftOut).toContainText("It holds characters that can deceive: open it.");
  await review.getByRole("button", { name: "Cancel" }).click();
  await bulkBar(page).getByRole("button", { name: "Reject…" }).click();
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
  await selectRows(page, isPhone, drafts);
  await bulkBar(page).getByRole("button", { name: "Approve 3" }).click();
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
  await selectRows(page, isPhone, [note, plain]);
  await bulkBar(page).getByRole("button", { name: "Approve 2" }).click();
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
