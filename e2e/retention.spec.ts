import type { Page } from "@playwright/test";
import { get } from "./support/http/api";
import { succeed } from "./support/http/call";
import { database } from "./support/database";
import { RECENTLY } from "./support/screen/screen";
import { expect, test } from "./support/test";
import type { Retention } from "@/lib/contract/settings/retention";

const daysOf = async (kind: string) =>
  (await get<Retention>("/api/retention")).kinds.find((one) => one.kind === kind)!.days;
const cardOf = (page: Page, title: string) => page.getByRole("region", { name: title, exact: true });

test.describe("an administrator", () => {
  test.use({ role: "admin" });
  test.afterEach(async () => {
    await succeed("setRetention", "admin", { kind: "sent_outbox", days: 14, reason: "As shipped" });
  });

  test("changes a period with a reason, within its limits, and it stands beside it", async ({ page }) => {
    await page.goto("/retention");
    const card = cardOf(page, "Sent events");
    await expect(card).toContainText("14 days");
    await card.getByRole("button", { name: "Change…" }).click();
    const dialog = page.getByRole("dialog", { name: "Keep sent events how long?" });
    const days = dialog.getByLabel("Days");
    const change = dialog.getByRole("button", { name: "Change", exact: true });
    await dialog.getByLabel("Reason").fill("The disk is small");
    await expect(change).toBeDisabled();
    await days.fill("1");
    await expect(dialog).toShow("A whole number from 2 to 3650.");
    await expect(change).toBeDisabled();
    await days.fill("7");
    await expect(dialog).toContainText("the next run deletes what is older than 7 days");
    await change.click();
    await expect(dialog).toHaveCount(0);
    await expect(card).toContainText("7 days");
    await expect(card).toContainText(new RegExp(`Changed ${RECENTLY} by Mike Ortiz: “The disk is small”`));
    expect(await daysOf("sent_outbox")).toBe(7);
  });

  test("has it run now, and sees what went", async ({ page }) => {
    const [tenant] = await database()<{ id: number }[]>`SELECT id FROM tenants WHERE slug = 'greenfield'`;
    await database()`INSERT INTO outbox (tenant_id, event_name, event_id, body_json, sent_at)
      SELECT ${tenant!.id}, 'e', 'old-' || gen_random_uuid(), '{}', now() - interval '90 days' FROM generate_series(1, 3)`;
    await page.goto("/retention");
    await page.getByRole("button", { name: "Run now…" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete and blank now?" });
    await expect(dialog).toContainText("Sent events: deleted after 14 days");
    await dialog.getByRole("button", { name: "Run now" }).click();
    await expect(dialog).toHaveCount(0);
    const newest = page.getByRole("list", { name: "Last runs" }).getByRole("listitem").first();
    await expect(newest).toContainText("Done");
    await expect(newest).toContainText("sent events: 3 deleted");
    await expect(newest).toContainText("by Mike Ortiz");
  });
});

test("everybody reads what is kept and why; only administrators are offered a change", async ({ page }) => {
  await page.goto("/retention");
  await expect(page).toShow("Changing a period needs the admin role.");
  const titles = ["Sent events", "Step-up tokens", "Payloads of replayed dead letters", "Agents' prose"];
  const ofChannels = ["Questions, answers and replies", "Messages to people", "Incoming deliveries"];
  for (const title of [...titles, ...ofChannels, "Replaced routing rules", "Attempts of steps"])
    await expect(cardOf(page, title)).toBeVisible();
  await expect(cardOf(page, "Kept for ever")).toContainText("Receipts and idempotency keys");
  await expect(page.getByRole("button", { name: /Change…|Run now…/ })).toHaveCount(0);
});
