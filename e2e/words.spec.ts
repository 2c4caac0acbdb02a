import { expectAccessible } from "./support/screen/axe";
import { proposeHigh, proposeLow, proposeMail, proposeOrderLine } from "./support/proposals/proposals";
import { card, detail, openAction, openInbox } from "./support/screen/screen";
import { expect, test } from "./support/test";

test("a draft reads as a letter: to, subject and text, whole, without an empty cell", async ({ page }) => {
  const mail = await proposeMail({
    to: "orders@coastal.example",
    subject: "Your credit limit",
    body: "We have raised it.\nKind regards",
  });
  await openAction(page, mail);
  const letter = detail(page).getByTestId("letter");
  await expect(letter.locator("[data-field]")).toHaveCount(3);
  const parts = await letter
    .locator("[data-field]")
    .evaluateAll((rows) =>
      rows.map((row) => [row.getAttribute("data-field"), row.querySelector("[data-written]")!.textContent]),
    );
  expect(parts.map(([field]) => field)).toEqual(["to", "subject", "body"]);
  expect(parts[2]![1]).toContain("We have raised it.\nKind regards");
  await expect(detail(page)).not.toContainText("When proposed");
  await expect(detail(page)).not.toContainText("Read from NetSuite");
  await expect(letter).toContainText("Will be kept here; nothing goes to NetSuite");
  await expectAccessible(page, "a letter");
});

test("a note reads as a note, and says that nothing takes it back", async ({ page, isPhone }) => {
  const note = await proposeLow();
  await openAction(page, note);
  await expect(detail(page).getByTestId("letter").locator("[data-field=note]")).toHaveCount(1);
  await expect(detail(page).getByTestId("reversal")).toContainText(
    "Cannot be reversed: NetSuite keeps the note",
  );
  // A desk shows rows, which open before anything is decided.
  if (!isPhone) return;
  await openInbox(page, note.marker);
  await expect(card(page, note.id)).toContainText("cannot be reversed");
});

test("a write that can be taken back says so before it is decided, with the value that would be written again", async ({
  page,
}) => {
  const order = await proposeOrderLine();
  await openAction(page, order);
  const live = Number(order.live).toFixed(2);
  await expect(detail(page).getByTestId("reversal")).toHaveText(
    `Reversible: proposing the old value $${live} again.`,
  );
});

test("the tier that an agent claims is shown as its claim, beside the tier that was set", async ({
  page,
}) => {
  const note = await proposeLow({ claimed: 1 });
  expect(note).toMatchObject({ risk_level: 2, claimed_risk_level: 1 });
  await openAction(page, note);
  await expect(detail(page)).toShow(
    "Written by the agent, not checked · it called this L1, which is not weighed",
  );
  await expect(detail(page).getByText("L2", { exact: false }).first()).toBeVisible();
});

test("the rule of a tier is a sentence; its name stands under System alone, which is closed", async ({
  page,
}) => {
  const high = await proposeHigh();
  await openAction(page, high);
  const system = detail(page).getByTestId("system-part");
  await expect(system).not.toHaveAttribute("open", /.*/);
  await expect(system.getByText("Correlation id")).toBeHidden();
  await expect(system.getByText(high.risk_rule)).toBeHidden();
  await expect(detail(page).getByText(/^L\d \w+ because/)).not.toContainText(high.risk_rule);
  await system.getByText("System").click();
  await expect(system.getByText(high.risk_rule, { exact: true })).toBeVisible();
  await expect(system.getByText("Correlation id")).toBeVisible();
  await expectAccessible(page, "the part System");
});

const nowhere = [
  "/no-such-page/at-all",
  "/proposed-actions/999999999",
  "/proposed-actions/abc",
  "/proposed-actions/0x1",
];

test("an address, an action and a number that lead nowhere are told inside the shell, with a way back into the inbox", async ({
  page,
  isPhone,
}) => {
  for (const address of nowhere) {
    const answer = await page.goto(address);
    expect(answer!.status(), address).toBe(404);
    await expect(page.getByRole("heading", { name: "There is nothing here" })).toBeVisible();
    if (!isPhone) await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
    await expectAccessible(page, address);
    await page.getByRole("main").getByRole("link", { name: "Open the inbox" }).click();
    await expect(page).toHaveURL(/\/proposed-actions($|\?)/);
  }
});
