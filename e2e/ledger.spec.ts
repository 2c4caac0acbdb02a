import { readFile } from "node:fs/promises";
import { approve } from "./support/http/api";
import { succeed } from "./support/http/call";
import { userOf } from "./support/installation";
import { proposeLow } from "./support/proposals/proposals";
import { expectApplied } from "./support/screen/screen";
import { expect, test } from "./support/test";

test.describe("an administrator", () => {
  test.use({ role: "admin" });

  test("verifies what changed, then everything, and reads what was checked", async ({ page }) => {
    const proposed = await proposeLow();
    await approve("approver", proposed);
    await expectApplied(proposed.id);
    await page.goto("/ledger");
    const verification = page.getByRole("region", { name: "Verification", exact: true });
    for (const [name, read] of [
      ["Verify everything", "Everything"],
      ["Verify now", "What changed since"],
    ] as const) {
      await verification.getByRole("button", { name }).click();
      await expect(verification.getByRole("button", { name: "Verify now" })).toBeEnabled();
      await expect(verification).toShow("Everything holds");
      await expect(verification.getByText("Intact", { exact: true })).toBeVisible();
      await expect(verification.locator("dl > div").filter({ hasText: "Read" })).toContainText(read);
      for (const figure of ["Chains", "Events"])
        await expect(verification.locator("dl > div").filter({ hasText: figure })).toContainText(/[1-9]/);
    }
    const earlier = page.getByRole("region", { name: "Earlier verifications" });
    await expect(earlier.getByRole("listitem").first()).toContainText("What changed");
  });

  test("browses the events by kind and number, and the address keeps the choice", async ({ page }) => {
    const proposed = await proposeLow();
    await page.goto("/ledger?part=events");
    await page.getByLabel("Kind").selectOption({ label: "Actions" });
    await expect(page).toHaveURL(/type=hitl/);
    await page.getByLabel("Number").fill(`#${proposed.id}`);
    await page.getByRole("button", { name: "Filter" }).click();
    await expect(page).toHaveURL(new RegExp(`id=${proposed.id}`));
    const events = page.getByRole("list", { name: "Events, newest first" });
    await expect(events.getByRole("listitem")).toHaveCount(1);
    await events.locator("summary").getByText("hitl.proposed").click();
    await expect(events.getByRole("link", { name: `Open #${proposed.id}` })).toBeVisible();
    await page.reload();
    await expect(events.getByRole("listitem")).toHaveCount(1);
    await page.getByRole("link", { name: "Clear" }).click();
    await expect(events.getByRole("listitem").nth(1)).toBeVisible();
  });

  test("browses the events by who did it and by day, and says where none fits", async ({ page }) => {
    const { name } = userOf("approver");
    await approve("approver", await proposeLow());
    await page.goto("/ledger?part=events");
    const filter = async (label: string, value: string) => {
      await page.getByLabel(label).fill(value);
      await page.getByRole("button", { name: "Filter" }).click();
    };
    const events = page.getByRole("list", { name: "Events, newest first" }).getByRole("listitem");
    await filter("By", name);
    await expect(page).toHaveURL(/actor=/);
    await expect(events.first()).toContainText(name);
    for (const event of await events.all()) await expect(event.locator("summary")).toContainText(name);
    const day = (inDays: number) => new Date(Date.now() + inDays * 86_400_000).toISOString().slice(0, 10);
    await filter("From (UTC)", day(-1));
    await expect(page).toHaveURL(/from=/);
    await expect(events.first()).toContainText(name);
    await filter("From (UTC)", day(2));
    await expect(page.getByText("No event fits")).toBeVisible();
    await page.getByRole("link", { name: "Clear" }).click();
    await expect(page).not.toHaveURL(/from=/);
    await filter("To (UTC)", day(-400));
    await expect(page.getByText("No event fits")).toBeVisible();
  });

  test("says at once that more has happened, and keeps what is read in its place until it is asked for", async ({
    page,
  }) => {
    const streaming = page.waitForResponse((response) => response.url().includes("/api/stream"));
    await page.goto("/ledger?part=events");
    await streaming;
    const events = page.getByRole("list", { name: "Events, newest first" });
    // Its hash, since the text says how long ago it was.
    const newest = async () =>
      /[0-9a-f]{64}/.exec((await events.getByRole("listitem").first().textContent()) ?? "")?.[0];
    const before = await newest();
    const proposed = await proposeLow();
    await expect(page.getByText("More has happened since this was read.")).toBeVisible({ timeout: 8_000 });
    expect(before).toBeDefined();
    expect(await newest()).toBe(before);
    // What the proposal sets off may happen between the reading and the look.
    await expect(async () => {
      await page.getByRole("button", { name: "Show the newest" }).click({ timeout: 1_000 });
      await expect(page.getByText("Newest first.")).toBeVisible({ timeout: 1_000 });
    }).toPass();
    const listed = events.getByRole("listitem").filter({ hasText: String(proposed.id) });
    await expect(listed.first()).toBeVisible();
  });

  test("takes the ledger away as a file whose last line says how many actions it holds", async ({ page }) => {
    await page.goto("/ledger");
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Whole ledger" }).click();
    const file = await readFile(await (await download).path(), "utf8");
    const last = JSON.parse(file.trimEnd().split("\n").at(-1)!) as { kind: string; actions: number };
    expect(last).toMatchObject({ kind: "end" });
    expect(last.actions).toBeGreaterThan(0);
  });

  test("is told that a file holds no checkpoint", async ({ page }) => {
    await page.goto("/ledger");
    const note = { name: "note.json", mimeType: "application/json", buffer: Buffer.from('{"a": 1}') };
    await page.getByLabel("An exported checkpoint", { exact: true }).setInputFiles(note);
    await expect(page).toShow(/holds no exported checkpoint/);
  });

  test("finds no fault by route either, with the figures of the contract", async () => {
    expect(await succeed("verifyLedger", "admin", { mode: "since_checkpoint" })).toMatchObject({
      intact: true,
      faults: [],
    });
  });
});

test.describe("an approver", () => {
  test("is told that the ledger's page needs the admin role", async ({ page }) => {
    await page.goto("/ledger");
    await expect(page).toShow(/needs the admin role/);
  });
});
