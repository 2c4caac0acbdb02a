import { gzipSync } from "node:zlib";
import type { Page, Response } from "@playwright/test";
import { readAction } from "./support/http/api";
import { expectShown } from "./support/screen/hand";
import { firstPaint, holdCode } from "./support/screen/held-code";
import { newMarker, proposeLow } from "./support/proposals/proposals";
import { proposeRoll } from "./support/proposals/rolls";
import { approveButton, decisionBar, openInbox, rejectButton, rejectDialog } from "./support/screen/screen";
import { expect, test } from "./support/test";

/** Code that comes when it is asked for (docs/adr/0080): how much comes by itself, and the keys that are quicker than the rest. */

test.use({ role: "approver", serviceWorkers: "allow" });
test.skip(({ isPhone }) => isPhone, "a phone loads the same and has no keys");

/** Kilobytes as gzip sends them. `npm run first-load` holds the part of it that comes before the first key. */
const kilobytesMax = 225;

const isCode = (response: Response) => new URL(response.url()).pathname.endsWith(".js");

async function openOne(page: Page) {
  const marker = newMarker();
  const proposed = await proposeLow({ marker });
  await openInbox(page, marker);
  await expectShown(page, proposed.id);
  await expect(approveButton(decisionBar(page))).toBeEnabled();
  return proposed;
}

test("an inbox that nobody touches loads no dialog, no palette and no chart", async ({ page }) => {
  const loading: Promise<Buffer>[] = [];
  page.on("response", (response) => {
    if (isCode(response) && response.ok()) loading.push(response.body());
  });
  await openOne(page);
  // The virtual list is the last part that comes by itself.
  await expect(page.getByRole("feed")).toHaveAttribute("aria-busy", "false");
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  const sizes = (await Promise.all(loading)).map((body) => gzipSync(body).length);
  expect(sizes.reduce((sum, size) => sum + size, 0) / 1_000).toBeLessThan(kilobytesMax);
});

test("a key that is quicker than the code of its dialog opens it, and the keys after it decide nothing", async ({
  page,
}) => {
  const { id } = await openOne(page);
  const release = await holdCode(page);
  await page.keyboard.press("r");
  await expect(page.getByRole("dialog", { name: "Opening…" })).toBeVisible();
  await page.keyboard.press("a");
  release();
  await expect(rejectDialog(page).getByLabel("Reason")).toBeFocused();
  await expect(rejectDialog(page).getByLabel("Reason")).toHaveValue("");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await readAction(id)).toMatchObject({ status: "pending", approvals: 0 });
});

test("Escape leaves a dialog whose code does not come", async ({ page }) => {
  const { id } = await openOne(page);
  const release = await holdCode(page);
  await page.keyboard.press("r");
  await expect(page.getByRole("dialog", { name: "Opening…" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  release();
  await expect(approveButton(decisionBar(page))).toBeEnabled();
  await page.keyboard.press("r");
  await expect(rejectDialog(page).getByLabel("Reason")).toBeFocused();
  expect((await readAction(id)).status).toBe("pending");
});

test("a key or a press that decides, from before the code ran, is refused in words once it does", async ({
  page,
}) => {
  const marker = newMarker();
  const { id } = await proposeLow({ marker });
  const address = `/proposed-actions/${id}?q=${marker}`;
  const bar = decisionBar(page);
  const presses = [() => page.keyboard.press("a"), () => rejectButton(bar).click({ force: true })];
  for (const press of presses) {
    const release = await holdCode(page);
    await page.goto(address, { waitUntil: "commit" });
    await expect(approveButton(bar)).toBeVisible();
    await firstPaint(page);
    await press();
    release();
    await expect(bar.getByTestId("look-first")).toContainText("Too soon");
    await page.unrouteAll({ behavior: "wait" });
  }
  expect((await readAction(id)).decision).toBeNull();
});

test("a button that asks a question opens it, though it was pressed before its code ran", async ({
  page,
}) => {
  const { id } = await proposeLow();
  const release = await holdCode(page);
  await page.goto(`/proposed-actions/${id}`, { waitUntil: "commit" });
  const extend = decisionBar(page).getByRole("button", { name: "Extend" });
  await expect(extend).toBeVisible();
  await firstPaint(page);
  await extend.click({ force: true });
  release();
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("rows that were ticked before the page's code ran are chosen once it does", async ({ page }) => {
  const marker = newMarker();
  const rows = [await proposeLow({ marker }), await proposeLow({ marker })];
  const release = await holdCode(page);
  await page.goto(`/proposed-actions?q=${marker}`, { waitUntil: "commit" });
  const box = (id: number) => page.getByRole("checkbox", { name: `Select #${id}`, exact: true });
  await firstPaint(page);
  for (const { id } of rows) await box(id).check();
  release();
  await expect(page.getByRole("region", { name: "Bulk decision" })).toContainText("2 selected");
  for (const { id } of rows) await expect(box(id)).toBeChecked();
});

test("a tick counts while the page starts on a slow device, and no row is said to have moved", async ({
  page,
}) => {
  const { id, marker } = await proposeLow();
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 12 });
  await page.goto(`/proposed-actions?q=${marker}`, { waitUntil: "commit" });
  const box = page.getByRole("checkbox", { name: `Select #${id}`, exact: true });
  await expect(box).toBeVisible();
  await firstPaint(page);
  await box.check();
  await expect(page.getByRole("region", { name: "Bulk decision" })).toContainText("1 selected");
});

test("a press that outlasts the page's start ticks its row: nothing under it is rendered anew", async ({
  page,
}) => {
  const { id, marker } = await proposeLow();
  const release = await holdCode(page);
  await page.goto(`/proposed-actions?q=${marker}`, { waitUntil: "commit" });
  const box = page.getByRole("checkbox", { name: `Select #${id}`, exact: true });
  // Before the styles have come both forms of its row are there.
  await firstPaint(page);
  await expect(box).toBeVisible();
  await box.hover();
  await page.mouse.down();
  const rows = page.getByRole("feed");
  const wholeCode = page.waitForResponse((response) => response.url().includes("/api/stream"));
  release();
  await wholeCode;
  await expect(rows).toHaveAttribute("aria-busy", "true");
  await page.mouse.up();
  await expect(rows).toHaveAttribute("aria-busy", "false");
  await expect(page.getByRole("region", { name: "Bulk decision" })).toContainText("1 selected");
  await expect(box).toBeChecked();
});

test("an approval that is quicker than the code that sends it waits for that code", async ({ page }) => {
  const { id } = await openOne(page);
  const release = await holdCode(page);
  await page.keyboard.press("a");
  await expect(page.getByText("Sending your approval…").first()).toBeVisible();
  expect((await readAction(id)).status).toBe("pending");
  release();
  // Its write may have ended between two looks.
  await expect.poll(async () => (await readAction(id)).status).toMatch(/^(approved|applied)$/);
});

test("an approval whose code does not come is not sent, and the page says so", async ({ page }) => {
  const { id } = await openOne(page);
  await page.route(/\/_next\/static\/chunks\/.*\.js/, (route) => route.abort());
  await page.keyboard.press("a");
  await expect(
    page.getByText("Nothing was sent: the page could not load what it takes.").first(),
  ).toBeVisible();
  expect(await readAction(id)).toMatchObject({ status: "pending", approvals: 0 });
});

test("the first key counts before the list is rendered anew: that waits for an idle page or a hand on it", async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  const { marker } = await proposeLow();
  await page.goto(`/proposed-actions?q=${marker}`);
  await expect(approveButton(decisionBar(page))).toBeEnabled();
  const rows = page.getByRole("feed");
  await expect(rows).toHaveAttribute("aria-busy", "true");
  await expect(async () => {
    await page.mouse.move(5, 5);
    await page.mouse.move(9, 9);
    await expect(rows).toHaveAttribute("aria-busy", "false", { timeout: 500 });
  }).toPass();
});

test("a page knows whether its first frame showed all of it: not where a part of it came later", async ({
  page,
}) => {
  const { id } = await proposeLow();
  const cameWhole = () => page.evaluate(() => globalThis.pageCameWhole);
  await expect(async () => {
    await page.goto(`/proposed-actions/${id}`);
    expect(await cameWhole()).toBe(true);
  }).toPass();
  const roll = await proposeRoll();
  await page.goto(`/proposed-actions/${roll.id}`);
  await expect(approveButton(decisionBar(page))).toBeVisible();
  expect(await cameWhole()).toBe(false);
});
