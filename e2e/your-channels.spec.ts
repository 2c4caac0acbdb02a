import type { Locator } from "@playwright/test";
import { expectAccessible } from "./support/screen/axe";
import { database } from "./support/database";
import { enterAs, hire } from "./support/people/people";
import { expect, test } from "./support/test";

test.use({ role: "nobody" });

const name = "Your channels";
const mailIn = (region: Locator) =>
  region.getByRole("listitem").filter({ has: region.page().getByRole("heading", { name: "Mail" }) });

test("a person chooses what they hear by mail, and reads what is missing while it is not set up", async ({
  page,
}) => {
  const person = await hire("approver");
  await enterAs(page, person);
  await page.goto("/account");
  const part = mailIn(page.getByRole("region", { name, exact: true }));
  await expect(part).toContainText("Mail is not set up: set SMTP_URL and MAIL_FROM");
  await expect(part.getByRole("button", { name: /Send a test/ })).toHaveCount(0);
  const save = part.getByRole("button", { name: "Save choice" });
  await expect(save).toBeDisabled();
  await part.getByLabel("Questions that I am asked").uncheck();
  await part.getByLabel("Proposed changes").selectOption({ label: "L3 Medium and above" });
  const ends = part.getByLabel(/^Writes that you approved/);
  await expect(ends).toBeChecked();
  await ends.uncheck();
  await save.click();
  const preferences = async () => [
    ...(await database()`
      SELECT kind, questions, tier_min::int AS tier_min, outcomes FROM channel_preferences
      WHERE user_id = ${person.userId}`),
  ];
  await expect.poll(preferences).toEqual([{ kind: "email", questions: false, tier_min: 3, outcomes: false }]);
  await expect(save).toBeDisabled();
  await expectAccessible(page, "where a person is told");
  await page.reload();
  await expect(part.getByLabel("Questions that I am asked")).not.toBeChecked();
  await expect(part.getByLabel("Proposed changes")).toHaveValue("3");
  await expect(ends).not.toBeChecked();
});

test("whoever decides nothing is offered no tier, and nobody but an administrator sees how mail fares", async ({
  page,
}) => {
  const person = await hire("viewer");
  await enterAs(page, person);
  await page.goto("/account");
  const part = page.getByRole("region", { name, exact: true });
  await expect(mailIn(part).getByLabel("Questions that I am asked")).toBeChecked();
  await expect(part.getByLabel("Proposed changes")).toHaveCount(0);
  await expect(part.getByLabel(/^Writes that you approved/)).toHaveCount(0);
  await expect(part.getByRole("region", { name: "Health" })).toHaveCount(0);
});
