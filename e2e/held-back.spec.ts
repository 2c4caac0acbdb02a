import type { ProposalView } from "@/lib/contract/actions/proposal";
import { expectAccessible } from "./support/screen/axe";
import { expectStatus, send } from "./support/http/request";
import { createByAdmin } from "./support/people/people";
import { confirmStep } from "./support/people/second-factor";
import { expect, test } from "./support/test";

const proposal = (note: string) => ({
  action_type: "ar_note",
  entity_type: "customer",
  entity_ref: "Riverbend Foods",
  changes: [{ field: "note", to: note }],
});
const proposeWith = (token: string, note: string) =>
  send("/api/v1/proposals", { method: "POST", token, body: proposal(note) });

test.describe("an administrator", () => {
  test.use({ role: "admin" });

  test("sees what was held back and what waits most, pauses the agent there, and resumes it with a code", async ({
    page,
  }) => {
    const name = `held-${Date.now()}`;
    const { key } = await createByAdmin({ name, pending_max: 1 });
    const made = expectStatus<ProposalView>(await proposeWith(key, `First of ${name}`), 201);
    expect(made.queue!.ahead).toBeGreaterThanOrEqual(0);
    const refused = await proposeWith(key, `Second of ${name}`);
    expect(refused.status).toBe(429);

    await page.goto("/held-back");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Held back");
    const card = page.getByRole("article", { name: `${name}: Too many waiting` });
    await expect(card).toContainText("1 refused");
    await expect(card).toContainText("Riverbend Foods");
    await expect(card.getByRole("link", { name: "What waits of it" })).toHaveAttribute(
      "href",
      `/proposed-actions?agent=${name}`,
    );
    await expect(page.getByRole("list", { name: "Largest groups waiting" })).toBeVisible();
    await expectAccessible(page, "held back");

    await card.getByRole("button", { name: `Pause ${name}` }).click();
    const pause = page.getByRole("dialog", { name: `Pause ${name}?` });
    await expect(pause).toContainText("What waits stays in the inbox");
    await pause.getByRole("button", { name: "Pause", exact: true }).click();
    await expect(card).toContainText("paused");
    expect((await proposeWith(key, `Third of ${name}`)).status).toBe(403);

    await card.getByRole("link", { name: "Its limits" }).click();
    const row = page.getByRole("article", { name, exact: true });
    await expect(row).toContainText("paused");
    await expect(row).toContainText("held back in 24 h");
    await row.getByRole("button", { name: `Resume ${name}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Resume" }).click();
    await confirmStep(page, `Let ${name} propose again`);
    await expect(row.getByRole("button", { name: `Pause ${name}` })).toBeVisible();
    expect((await proposeWith(key, `Fourth of ${name}`)).status).toBe(429);
  });

  test("lowers a limit of all agents with a reason, and raises it again with a code", async ({ page }) => {
    await page.goto("/agents");
    const section = page.getByRole("region", { name: "Limits of all agents together" });
    const change = async (value: string) => {
      await section.getByRole("button", { name: "Change the limits…" }).click();
      const dialog = page.getByRole("dialog", { name: "Limits of all agents together" });
      await dialog.getByLabel("Waiting for one record").fill(value);
      await dialog.getByLabel("Reason").fill("A test of limits");
      await dialog.getByRole("button", { name: "Change", exact: true }).click();
    };
    await change("9000");
    await expect(section.getByTestId("proposal-limits")).toContainText("9,000");
    await expect(section).toContainText("A test of limits");
    await change("10000");
    await confirmStep(page, "Let agents propose more");
    await expect(section.getByTestId("proposal-limits")).not.toContainText("9,000");
    await expectAccessible(page, "limits of proposals");
  });
});

test("an approver sees what is held back and changes nothing there", async ({ page }) => {
  await page.goto("/held-back");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Held back");
  await expect(page.getByRole("button", { name: /^Pause/ })).toHaveCount(0);
});
