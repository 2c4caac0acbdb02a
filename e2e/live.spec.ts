import type { Page } from "@playwright/test";
import { approve, reject, releaseSwitches, setSwitch } from "./support/http/api";
import { type Proposed, newMarker, proposeLow, proposeOrderLine } from "./support/proposals/proposals";
import {
  answer,
  approveButton,
  card,
  decisionOf,
  detail,
  expectAnswer,
  openInbox,
} from "./support/screen/screen";
import { breakNext, editRecord, endAllFaults } from "./support/simulator";
import { expect, test } from "./support/test";

test.afterEach(releaseSwitches);
test.afterEach(endAllFaults);

const isStream = (url: string | URL) => String(url).includes("/api/stream");
const strip = (page: Page) => page.getByTestId("own-writes").filter({ visible: true });

/** Below the ten seconds of a poll. */
const AT_ONCE = { timeout: 8_000 };

/** The page has said that somebody approved it. */
const untilTold = (page: Page, id: number) =>
  page.waitForFunction(
    (row) => document.querySelector(row)?.textContent?.includes(" approved this just now.") === true,
    `[data-action-id="${id}"] [data-testid="answer"]`,
    AT_ONCE,
  );

/** The stream is open: what happens from now on is told. */
async function openLive(page: Page, marker: string): Promise<void> {
  const streaming = page.waitForResponse((response) => isStream(response.url()));
  await openInbox(page, marker);
  expect((await streaming).status()).toBe(200);
}

test("a decision elsewhere is told at once with its name, and the row leaves", async ({ page }) => {
  const marker = newMarker();
  const [approved, rejected] = [await proposeLow({ marker }), await proposeLow({ marker })];
  await openLive(page, marker);
  await expect(card(page, approved.id)).toBeVisible();
  await approve("admin", approved);
  // Its write may have landed before the page's next look.
  const approvedWords = /^\S+ \S+ approved this just now\.( It is now applied\.)?$/;
  await expect(answer(card(page, approved.id))).toHaveText(approvedWords, AT_ONCE);
  await reject("admin", rejected, "Not now");
  await expect(answer(card(page, rejected.id))).toHaveText(/^\S+ \S+ rejected this just now\.$/, AT_ONCE);
  await page.mouse.move(0, 0);
  await page.getByRole("heading", { level: 1 }).click();
  await expect(card(page, approved.id)).toHaveCount(0);
  await expect(card(page, rejected.id)).toHaveCount(0);
});

test.describe("beyond the rows that a poll reads", () => {
  const marker = newMarker();
  let deep: Proposed[];

  test.beforeAll(async () => {
    for (let batch = 0; batch < 26; batch++)
      await Promise.all(Array.from({ length: 10 }, () => proposeLow({ marker })));
    // What expires last stands last.
    deep = [await proposeLast(), await proposeLast()];
  });
  const proposeLast = () => proposeLow({ marker, expires_in_seconds: 7_200 });

  test("a decision elsewhere is told at once with its name, and the row leaves", async ({ page }) => {
    await openLive(page, marker);
    await scrollTo(page, deep[0]!.id);
    await reject("admin", deep[0]!, "Not now");
    await expect(answer(card(page, deep[0]!.id))).toHaveText(/^\S+ \S+ rejected this just now\.$/, AT_ONCE);
    await page.mouse.move(0, 0);
    await page.getByRole("heading", { level: 1 }).click();
    await expect(card(page, deep[0]!.id)).toHaveCount(0);
  });

  test("where there is no stream the next poll tells of it", async ({ page }) => {
    await page.route(isStream, (route) => route.abort());
    await openInbox(page, marker);
    await scrollTo(page, deep[1]!.id);
    await reject("admin", deep[1]!, "Not now");
    await expect(answer(card(page, deep[1]!.id))).toContainText("rejected this");
  });
});

test("where the code of the stream does not come the next poll tells of it, and a minute later it is asked for again", async ({
  page,
}) => {
  await page.clock.install();
  const proposed = await proposeLow();
  const chunks = /\/_next\/static\/chunks\/.*\.js/;
  await page.route(chunks, async (route) => {
    const code = await route.fetch();
    if ((await code.text()).includes("/api/stream?")) await route.abort();
    else await route.fulfill({ response: code });
  });
  let streams = 0;
  page.on("request", (request) => (streams += isStream(request.url()) ? 1 : 0));
  await openInbox(page, proposed.marker);
  await reject("admin", proposed, "Not now");
  await expect(answer(card(page, proposed.id))).toContainText("rejected this");
  expect(streams).toBe(0);
  await page.unroute(chunks);
  await page.clock.fastForward(60_000);
  await expect.poll(() => streams).toBe(1);
});

async function scrollTo(page: Page, id: number): Promise<void> {
  const scroller = page.getByTestId("list-scroller");
  await expect(async () => {
    await scroller.evaluate((element) => element.scrollBy(0, element.clientHeight * 4));
    expect(await card(page, id).count()).toBe(1);
  }).toPass({ intervals: [50] });
  await card(page, id).scrollIntoViewIfNeeded();
}

test("a new proposal comes into the list at once", async ({ page }) => {
  const marker = newMarker();
  await openLive(page, marker);
  await expect(page.getByText("Nothing matches")).toBeVisible();
  const { id } = await proposeLow({ marker });
  await expect(card(page, id)).toBeVisible(AT_ONCE);
});

test("one's own approval is shown as applied where it was made, without a poll", async ({
  page,
  isPhone,
}) => {
  const proposed = await proposeLow();
  await openLive(page, proposed.marker);
  await page.goto(`/proposed-actions/${proposed.id}?q=${proposed.marker}`);
  await approveButton(isPhone ? detail(page) : decisionOf(page, proposed.id, isPhone)).click();
  await expectAnswer(page, proposed.id, "Approved. It goes to NetSuite now.");
  await expect(detail(page).locator('[data-status="applied"]')).toBeVisible(AT_ONCE);
});

test("the strip counts one's own writes on their way, and then names those that need somebody", async ({
  page,
  isPhone,
}) => {
  const marker = newMarker();
  const written = await proposeLow({ marker });
  const held = await proposeOrderLine({ marker });
  await setSwitch("ns_writes", true, "NetSuite is being upgraded");
  await openLive(page, marker);
  for (const { id } of [written, held]) {
    if (!isPhone) await card(page, id).getByRole("link").first().click();
    // Under the switch's banner a card begins out of sight, and a press counts once it was seen whole.
    else await card(page, id).scrollIntoViewIfNeeded();
    await expect(approveButton(decisionOf(page, id, isPhone))).toBeEnabled();
    await approveButton(decisionOf(page, id, isPhone)).click();
    await expectAnswer(page, id, "Approved.");
  }
  await expect(strip(page)).toHaveText("2 writing");
  await editRecord("order_line", held.recordId, { rate: "3.21" });
  await setSwitch("ns_writes", false, "The upgrade is done");
  await expect(strip(page)).toHaveText("1 applied · 1 stale");
  await expect(page.getByTestId("announcer")).toContainText(`#${held.id}: Held back.`);
  await strip(page).getByRole("link", { name: "1 stale" }).click();
  await expect(page).toHaveURL(/view=stale/);
});

test("a write that gave up is named in the strip and where it was approved", async ({ page, isPhone }) => {
  const { id, marker } = await proposeLow();
  await breakNext({ kind: "closed_period", key: `cs-1-${id}` });
  await openLive(page, marker);
  if (!isPhone) await card(page, id).getByRole("link").first().click();
  await approveButton(decisionOf(page, id, isPhone)).click();
  await expect(strip(page)).toHaveText("1 not written", AT_ONCE);
  await expect(page.getByTestId("announcer")).toContainText(`#${id}: `);
  const where = isPhone ? card(page, id) : detail(page);
  await expect(answer(where).first()).toContainText("Approved. Gave up");
  await strip(page).getByRole("link", { name: "1 not written" }).click();
  await expect(page.getByRole("article", { name: `Dead letter of #${id}` })).toBeVisible();
});

test("of seven tabs of one browser each shows its pages and hears a decision at once, over one connection", async ({
  page,
  context,
}) => {
  const proposed = await proposeLow();
  const tabs = [page];
  while (tabs.length < 7) tabs.push(await context.newPage());
  let connections = 0;
  for (const tab of tabs) tab.on("request", (request) => (connections += Number(isStream(request.url()))));
  for (const tab of tabs) {
    await openInbox(tab, proposed.marker);
    await expect(card(tab, proposed.id)).toBeVisible();
  }
  // Each page watches for itself: a row that nobody points at leaves soon.
  const told = Promise.all(tabs.map((tab) => untilTold(tab, proposed.id)));
  await approve("admin", proposed);
  await told;
  expect(connections).toBe(1);
  // The tab that has the connection goes, and the next one takes over.
  await tabs.shift()!.close();
  const next = await proposeLow({ marker: proposed.marker });
  for (const tab of tabs) await expect(card(tab, next.id)).toBeVisible(AT_ONCE);
  for (const tab of tabs) await tab.close();
});

test("the banner of a kill switch comes and goes at once on every page", async ({ page, isPhone }) => {
  const streaming = page.waitForResponse((response) => isStream(response.url()));
  await page.goto(isPhone ? "/proposed-actions" : "/ledger");
  await streaming;
  await setSwitch("ns_writes", true, "NetSuite is being upgraded");
  await expect(page.getByText("NetSuite is being upgraded").filter({ visible: true }).first()).toBeVisible(
    AT_ONCE,
  );
  await setSwitch("ns_writes", false, "The upgrade is done");
  await expect(page.getByText("NetSuite is being upgraded")).toHaveCount(0, AT_ONCE);
});
