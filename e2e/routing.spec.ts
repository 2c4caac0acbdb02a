import { expectAccessible } from "./support/screen/axe";
import { succeed } from "./support/http/call";
import { database } from "./support/database";
import { enterAs, hire } from "./support/people/people";
import { newMarker, proposeLow } from "./support/proposals/proposals";
import { ask } from "./support/proposals/questions";
import { expectNoScroll } from "./support/screen/screen";
import { expect, test } from "./support/test";

test.use({ role: "nobody" });

test("an administrator writes a rule, tries it, and publishes it with a reason", async ({ page }) => {
  const admin = await hire("admin");
  const approver = await hire("approver");
  const question = await ask({ responders: [{ user_id: approver.userId }] });
  const name = `Questions at night ${question.id}`;
  const [before] = await database()<{ version: number }[]>`
    SELECT coalesce(max(version), 0)::int AS version FROM routing_versions`;
  const expectVersion = (after: number) =>
    expect(page.getByText(new RegExp(`^Version ${before!.version + after}, published by`))).toBeVisible();
  await enterAs(page, admin);
  await page.goto("/channels/routing");
  await page.getByRole("button", { name: "Add a rule" }).click();
  const form = page.getByRole("form", { name: "Rule" });
  await form.getByRole("button", { name: "Take into the list" }).click();
  await expect(form.getByLabel("Name")).toHaveAttribute("aria-invalid", "true");
  await form.getByLabel("Name").fill(name);
  await form.getByLabel("About").selectOption("question");
  await form.getByLabel("Minutes until escalation").fill("30");
  const search = form.getByRole("combobox", { name: "Add a person or a role", exact: true });
  await search.fill(approver.email);
  await form.getByRole("option", { name: approver.email }).click();
  await search.fill("nobody is called so");
  await expect(form).toContainText("Nobody by that name.");
  await search.fill("every adm");
  await search.press("Enter");
  await search.press("Escape");
  await form.getByRole("button", { name: "Remove every admin" }).first().click();
  await form.getByLabel("Also in quiet hours").check();
  await form.getByLabel("L1 and L2 as one digest").check();
  await expectAccessible(page, "a rule of who is told");
  // Rules that nobody has published yet outlive a reload, in the form and in the list.
  await page.reload();
  await expect(form.getByLabel("Name")).toHaveValue(name);
  await expect(form.getByRole("button", { name: `Remove ${approver.name}` })).toBeVisible();
  await expect(form.getByLabel("Also in quiet hours")).toBeChecked();
  await form.getByRole("button", { name: "Take into the list" }).click();
  const rules = page.getByRole("list", { name: "Rules" });
  await expect(rules).toContainText("after 30 minutes also every admin");
  await expect(rules).toContainText("L1 and L2 as a digest");
  await page.reload();
  await expect(rules).toContainText(name);
  await expect(page.getByText("Not published yet. This tab keeps your changes.")).toBeVisible();

  const trial = page.getByRole("region", { name: "Try them" });
  await trial.getByLabel("About").selectOption("question");
  await trial.getByLabel("Number").fill(String(question.id));
  await trial.getByRole("button", { name: "Who would be notified?" }).click();
  await expect(trial).toContainText(`The rule “${name}” matches.`);

  await page.getByLabel("Why these rules change").fill("Nobody looked at night");
  await page.getByRole("button", { name: "Publish these rules" }).click();
  await expectVersion(1);
  await expect(page.getByText("Not published yet.")).toHaveCount(0);
  await page.getByRole("button", { name: `Remove ${name}` }).click();
  await page.getByLabel("Why these rules change").fill("Only tried");
  await page.getByRole("button", { name: "Publish these rules" }).click();
  await expectVersion(2);
  await expect(page.getByText(name)).toHaveCount(0);
});

test("changes to the rules are discarded, or overtaken by whoever publishes first", async ({ page }) => {
  const admin = await hire("admin");
  await enterAs(page, admin);
  await page.goto("/channels/routing");
  const add = async (name: string) => {
    await page.getByRole("button", { name: "Add a rule" }).click();
    const form = page.getByRole("form", { name: "Rule" });
    await form.getByLabel("Name").fill(name);
    await form.getByRole("button", { name: "Take into the list" }).click();
  };
  await add("Discarded");
  await page.getByRole("button", { name: "Discard changes" }).click();
  await expect(page.getByText("Discarded")).toHaveCount(0);
  await add("Overtaken");
  await database()`INSERT INTO routing_versions (tenant_id, version, rules, note, published_by_label)
    SELECT t.id, coalesce(max(v.version), 0) + 1, '[]', 'Meanwhile', 'Somebody'
    FROM tenants t LEFT JOIN routing_versions v ON v.tenant_id = t.id WHERE t.slug = 'greenfield' GROUP BY t.id`;
  await page.reload();
  await expect(page.getByText("Somebody published other rules since you began")).toBeVisible();
  await page.getByLabel("Why these rules change").fill("Too late");
  await page.getByRole("button", { name: "Publish these rules" }).click();
  await expect(page.getByText("The rules were not published")).toBeVisible();
  await page.getByRole("button", { name: "Discard changes" }).click();
  await page.reload();
  await expect(page.getByText("Overtaken")).toHaveCount(0);
});

test("a person sets quiet hours and a deputy, and reads which field is wrong", async ({ page }) => {
  const person = await hire("approver");
  await enterAs(page, person);
  await page.goto("/account");
  const part = page.getByRole("region", { name: "Quiet hours and deputy" });
  // The part's code comes after the page; what is typed before is not kept.
  await expect(async () => {
    await part.getByLabel("Time zone").fill("Mars/Olympus");
    await part.getByRole("button", { name: "Save times" }).click();
    await expect(part.getByLabel("Time zone")).toHaveAttribute("aria-invalid", "true", { timeout: 3_000 });
  }).toPass();
  await part.getByLabel("Quiet from").fill("22:00");
  await part.getByLabel("Quiet until").fill("06:30");
  await part.getByLabel("Digest at").fill("09:00");
  await part.getByLabel("Time zone").fill("Europe/Berlin");
  await part.getByLabel("Deputy").selectOption({ index: 1 });
  await part.getByLabel("Away from").fill("2030-01-01T08:00");
  await part.getByLabel("Away until").fill("2030-01-05T08:00");
  await part.getByRole("button", { name: "Save times" }).click();
  await expect(part.getByText(/^Last changed by/)).toBeVisible();
  await expectAccessible(page, "quiet hours and deputy");
  const [row] = await database()`
    SELECT time_zone, quiet_from::int AS from, quiet_until::int AS until, digest_at::int AS digest, deputy_user_id IS NOT NULL AS deputy
    FROM notification_times WHERE user_id = ${person.userId}`;
  expect(row).toEqual({ time_zone: "Europe/Berlin", from: 1_320, until: 390, digest: 540, deputy: true });
});

test("a question leads to whom it reached, and why not the others", async ({ page }) => {
  const approver = await hire("approver");
  const { id } = await ask({ responders: [{ user_id: approver.userId }] });
  await enterAs(page, approver);
  await page.goto(`/questions/${id}`);
  await page.getByRole("link", { name: "Who was notified" }).click();
  await expect(page.getByRole("heading", { name: `Who was notified of question ${id}` })).toBeVisible();
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole("list", { name: "Not notified" })).toContainText("Is not asked");
  }).toPass();
  await expectAccessible(page, "who was told");
});

test("an administrator sets who is told in the place of somebody who is away, and nobody else comes to that page", async ({
  page,
}) => {
  const [admin, away] = [await hire("admin"), await hire("approver")];
  await enterAs(page, admin);
  await page.goto(`/people/${away.userId}/notifications`);
  await expect(page.getByRole("heading", { name: /^Quiet hours and deputy of / })).toBeVisible();
  const main = page.getByRole("main");
  // Text that is typed before the page has its code is not kept.
  await expect(async () => {
    await main.getByLabel("Time zone").fill("Mars/Olympus");
    await main.getByRole("button", { name: "Save times" }).click();
    await expect(main.getByLabel("Time zone")).toHaveAttribute("aria-invalid", "true", { timeout: 3_000 });
  }).toPass();
  await main.getByLabel("Time zone").fill("Europe/Berlin");
  await main.getByLabel("Deputy").selectOption({ index: 1 });
  await main.getByLabel("Away from").fill("2030-01-01T08:00");
  await main.getByLabel("Away until").fill("2030-01-05T08:00");
  await main.getByRole("button", { name: "Save times" }).click();
  await expect(main.getByText(/^Last changed by/)).toContainText(admin.name);
  await expectAccessible(page, "somebody's quiet hours and deputy");
  await expectNoScroll(page, "width");
  const rows = await database()`
    SELECT deputy_user_id IS NOT NULL AS deputy, away_from IS NOT NULL AS away FROM notification_times
    WHERE user_id = ${away.userId}`;
  expect(rows).toEqual([{ deputy: true, away: true }]);
  await enterAs(page, away);
  await page.goto(`/people/${away.userId}/notifications`);
  await expect(page.getByRole("heading", { name: /^Quiet hours and deputy of / })).toHaveCount(0);
});

test("a proposed change leads to whom it reached, and why not the others", async ({ page }) => {
  const approver = await hire("approver");
  const { id, payload_hash } = await proposeLow({ marker: newMarker() });
  await enterAs(page, approver);
  await page.goto(`/proposed-actions/${id}/notifications`);
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole("list", { name: "Not notified" })).toContainText(approver.name);
  }).toPass();
  await expectAccessible(page, "who was told of a proposed change");
  await expectNoScroll(page, "width");
  await succeed("decideAction", "approver", { id, decision: "reject", payload_hash, comment: "Not now" });
});
