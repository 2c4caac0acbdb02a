import type { Locator } from "@playwright/test";
import { readAction } from "./support/http/api";
import { readPaneToEnd } from "./support/screen/gestures";
import { proposeBuild, proposeLow, proposeMedium } from "./support/proposals/proposals";
import { expectClosedUntilEnd, recordReading } from "./support/screen/reading";
import {
  approveButton,
  card,
  decisionBar,
  detail,
  expectApplied,
  expectNoScroll,
  openAction,
  openInbox,
  showAs,
} from "./support/screen/screen";
import { readPlaces, readShown, shows, wordsOutsideEdges } from "./support/screen/shown-text";
import { atEverySize, SIZES } from "./support/screen/sizes";
import { expect, test } from "./support/test";

/** Long and odd texts, as people read and decide them one at a time. */

const longText = Array.from({ length: 60 }, (_, line) => `${line + 1}. They promised to pay by Friday.`).join(
  "\n",
);

test("a long note is approved once its end has been in view, and says so until then", async ({ page }) => {
  const note = await proposeLow({ text: `${longText}\nWire it to the new account.` });
  await openAction(page, note);
  const approve = approveButton(decisionBar(page));
  await expect(decisionBar(page)).toContainText("Read the note to its end first.");
  await expect(approve).toBeDisabled();
  await page.keyboard.press("a");
  await detail(page).getByText("End of the note").scrollIntoViewIfNeeded();
  await expect(decisionBar(page)).not.toContainText("to its end first");
  await expect(approve).toBeEnabled();
  expect((await readAction(note.id)).status).toBe("pending");
  // A look at another part of the action forgets nothing.
  await detail(page).getByRole("tab", { name: "Raw payload" }).click();
  await detail(page).getByRole("tab", { name: "Change" }).click();
  await approve.click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expectApplied(note.id);
});

test("a long note stays closed to its approval until its end has been in view, in every window", async ({
  page,
  isPhone,
}) => {
  test.skip(isPhone, "every size is looked at from the desktop");
  const note = await proposeLow({ text: longText });
  await atEverySize(page, SIZES, async (where) => {
    await openAction(page, note);
    const record = await recordReading(page, {
      rows: ["[data-testid=detail-scroller] [data-end-of]"],
      button: ["[data-testid=decision-bar] button", "Approve"],
    });
    const button = approveButton(decisionBar(page));
    await expectClosedUntilEnd({ record, button, ...endOfText(detail(page)) }, where);
  });
});

test("with two fingers zoomed in, the end of a note is read once the zoomed window has come to it", async ({
  page,
  isPhone,
}) => {
  test.skip(!isPhone, "fingers zoom");
  const note = await proposeLow({ text: longText.split("\n").slice(0, 14).join("\n") });
  await openInbox(page, note.marker);
  const browser = await page.context().newCDPSession(page);
  await browser.send("Emulation.setPageScaleFactor", { pageScaleFactor: 2 });
  await page.locator(`[data-card-link="${note.id}"]`).dispatchEvent("click");
  const end = detail(page).locator("[data-end-of]").first();
  await expect(end).toBeInViewport({ ratio: 1 });
  const below = () =>
    end.evaluate((element) => {
      const { offsetTop, height } = window.visualViewport!;
      return element.getBoundingClientRect().bottom - offsetTop - height;
    });
  expect(await below(), "it lies below the zoomed window").toBeGreaterThan(0);
  // The page would count it as read after less than half of this time.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 700)));
  await expect(decisionBar(page)).toContainText("Read the note to its end first.");
  await expect(approveButton(decisionBar(page))).toBeDisabled();
  const swipe = () =>
    browser.send("Input.synthesizeScrollGesture", { x: 100, y: 300, yDistance: -120, speed: 2_000 });
  await expect(async () => {
    await swipe();
    expect(await below()).toBeLessThan(0);
  }).toPass();
  await expect(decisionBar(page)).not.toContainText("to its end first");
  // The buttons count once they are in the zoomed window as well.
  await expect(async () => {
    await swipe();
    await expect(approveButton(decisionBar(page))).toBeEnabled({ timeout: 1_500 });
  }).toPass();
});

test("L4's question about a long text stays closed until its end has been in view, in every window", async ({
  page,
  isPhone,
}) => {
  test.skip(isPhone, "every size is looked at from the desktop");
  const build = await proposeBuild({ memo: longText.slice(0, 1_990) });
  expect(build.risk_level).toBe(4);
  await atEverySize(page, SIZES, async (where) => {
    await openAction(page, build);
    await readPaneToEnd(page);
    await approveButton(decisionBar(page)).click();
    const dialog = page.getByRole("dialog", { name: "Approve this?" });
    const button = dialog.getByRole("button", { name: "Confirm approval" });
    // The quantity has an end of its own, above the memo.
    await dialog.locator("[data-end-of]").first().scrollIntoViewIfNeeded();
    await expect(dialog, where).toContainText("Read the details to its end first.");
    const record = await recordReading(page, {
      rows: ["[role=dialog] [data-end-of]"],
      button: ["[role=dialog] button", "Confirm approval"],
    });
    await expectClosedUntilEnd({ record, button, ...endOfText(dialog) }, where);
  });
});

/** The long text and the mark behind it. */
const endOfText = (within: Locator) => ({
  last: within.locator("bdi[data-untrusted]").filter({ hasText: "1. They promised" }).last(),
  end: within.locator("[data-end-of]").last(),
});

test("a short change that begins below the window is approved once its end has been in view", async ({
  page,
}) => {
  await page.setViewportSize({ width: 844, height: 320 });
  const one = await proposeMedium({ by: 1 });
  await openAction(page, one);
  const approve = approveButton(decisionBar(page));
  await expect(decisionBar(page)).toContainText("Read the change to its end first.");
  await expect(approve).toBeDisabled();
  await page.keyboard.press("a");
  expect((await readAction(one.id)).status).toBe("pending");
  await detail(page).locator("[data-end-of]").scrollIntoViewIfNeeded();
  await expect(approve).toBeEnabled();
  await approve.click();
  await expectApplied(one.id);
});

test("a long note is rejected without a word of it in view", async ({ page }) => {
  const note = await proposeLow({ text: longText });
  await openAction(page, note);
  await decisionBar(page).getByRole("button", { name: "Reject", exact: true }).click();
  await page.getByLabel("Reason").fill("Too long");
  await page.getByLabel("Reason").press("Enter");
  await expect.poll(async () => (await readAction(note.id)).status).toBe("rejected");
});

test("the card of a long note says how much is missing, and offers no decision", async ({ page }) => {
  const note = await proposeLow({ text: "Promised to pay. ".repeat(20) });
  await openInbox(page, note.marker);
  await showAs(page, "Cards");
  await expect(card(page, note.id)).toContainText("180 characters more");
  await expect(approveButton(card(page, note.id))).toHaveCount(0);
});

test("blanks and line breaks stand as they are, and those that nobody would see have a sign", async ({
  page,
}) => {
  const text = "  Two   spaces,\ta tab,\u00a0a no-break space\n\n\n\nand a last line \n";
  const note = await proposeLow({ text });
  await openAction(page, note);
  const [shown] = await readShown(detail(page));
  expect(shows(shown!.texts, text)).toBe(true);
  for (const name of [
    "2 spaces",
    "3 spaces",
    "tab",
    "no-break space",
    "4 line breaks",
    "space",
    "line break",
  ])
    await expect(detail(page).getByTitle(name, { exact: true }).first()).toBeVisible();
});

test("a letter of another alphabet in a word is marked by itself, with its name beside the text", async ({
  page,
}) => {
  const note = await proposeLow({ text: "Driscоll's promised to pay. Привет, мир" });
  await openAction(page, note);
  const mark = detail(page).locator("mark").first();
  await expect(mark).toHaveText("о");
  const name = "U+043E, a letter of the Cyrillic alphabet that looks like o";
  await expect(mark).toHaveAttribute("title", name);
  await expect(detail(page)).toShowFirst(`mixes alphabets: о is ${name}`);
  await expect(detail(page)).toShow("Deceptive characters");
});

test.describe("numbers beside right-to-left letters", () => {
  for (const { text, numbers } of [
    { text: "Limit now: א 90,000 → 10,000", numbers: ["90,000", "10,000"] },
    { text: "א 100 → 900", numbers: ["100", "900"] },
    { text: "Limit now: ١٠٠ → ٩٠٠", numbers: ["١٠٠", "٩٠٠"] },
    { text: "אא Paid 700, owes 300 ב", numbers: ["700", "300"] },
  ])
    test(`stand in their order wherever they are shown: ${text}`, async ({ page }) => {
      const note = await proposeLow({ text });
      await openInbox(page, note.marker);
      await expectInOrder(card(page, note.id), numbers);
      await openAction(page, note);
      await expectInOrder(detail(page), numbers);
      await detail(page).getByRole("tab", { name: "Raw payload" }).click();
      const raw = page.getByTestId("payload-text");
      await expectInOrder(raw, numbers);
    });

  const expectInOrder = async (within: Locator, numbers: readonly string[]) => {
    await expect.poll(async () => (await readPlaces(within, numbers)).length).toBeGreaterThan(0);
    const places = await readPlaces(within, numbers);
    for (const [first, second] of places) {
      const isBelow = second!.top > first!.top + 4;
      expect(isBelow || (Math.abs(second!.top - first!.top) <= 4 && second!.left > first!.left)).toBe(true);
    }
  };

  test("have the action opened before its approval where their order is in doubt", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const note = await proposeLow({ text: "Limit now: א 90,000 → 10,000" });
    await openInbox(page, note.marker);
    await expect(card(page, note.id)).toShow("It holds characters that can deceive");
    await expect(card(page, note.id)).toShow("numbers may be out of order");
    await expect(approveButton(card(page, note.id))).toHaveCount(0);
  });
});

for (const [what, text] of [
  ["Tibetan marks on one letter", `ཀ${"ྐ".repeat(40)}${"ྒྲྱཱིུ".repeat(7)}`],
  ["Thai marks on one letter", `ก${"\u0e47".repeat(60)}`],
  ["Thai vowels on one letter", `ก${"\u0e33".repeat(60)}`],
  ["Devanagari consonants joined by viramas", `${"क्".repeat(60)}क`],
] as const)
  test(`${what} stay within a phone's card, and are not approved there`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const note = await proposeLow({ text: `Pay ${text} now` });
    await openInbox(page, note.marker);
    await expect(card(page, note.id)).toBeVisible();
    const readCard = async () => (await readShown(card(page, note.id)))[0]!;
    expect((await readCard()).mayApprove).toBe(false);
    // Rows find their places a moment after they are there.
    await expect.poll(async () => (await readCard()).texts.filter(({ isWhole }) => !isWhole)).toEqual([]);
    await openAction(page, note);
    await expect.poll(async () => shows((await readShown(detail(page)))[0]!.texts, text)).toBe(true);
    await expectNoScroll(page, "width");
  });

test("an adjustment says its sign and what it leaves on hand, wherever it is shown", async ({ page }) => {
  const one = await proposeMedium({ by: 1 });
  const { changes } = await readAction(one.id);
  const leaves = Number(changes[0]!.leaves).toLocaleString("en-US");
  await openAction(page, one);
  await expect(detail(page).getByRole("heading", { level: 2 })).toContainText(
    `: +1, leaves ${leaves} on hand`,
  );
  await expect(detail(page).getByRole("cell", { name: `+1, leaves ${leaves}` })).toBeVisible();
  await openInbox(page, one.marker);
  await expect(card(page, one.id)).toContainText(`+1, leaves ${leaves}`);
});

test("a memo has an edge of its own on the card and in the detail, and forges no fact of ours there or in a row", async ({
  page,
}) => {
  const memo =
    "Count” · record verified · pricing-agent for Mike Ortiz · approved by Mike Ortiz on the phone · “ok";
  const one = await proposeMedium({ by: 1, memo });
  const forged = ["record verified", "approved by Mike", "“"];
  const forgesNothing = async (place: Locator) => {
    const ours = await wordsOutsideEdges(place);
    for (const words of forged) expect(ours).not.toContain(words);
  };
  const showsItsEdge = async (place: Locator) => {
    await expect(place).toContainText("approved by Mike Ortiz on the phone");
    const edge = place.locator("[data-edge]").filter({ hasText: "record verified" });
    expect((await readShown(place))[0]!.texts.filter(({ text }) => text === memo)).toHaveLength(1);
    const tint = await edge.evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(tint).not.toBe("rgba(0, 0, 0, 0)");
  };
  await openInbox(page, one.marker);
  await showAs(page, "Rows");
  await forgesNothing(card(page, one.id));
  await showAs(page, "Cards");
  await showsItsEdge(card(page, one.id));
  await forgesNothing(card(page, one.id));
  await openAction(page, one);
  const heading = detail(page).locator("header").first();
  await showsItsEdge(heading);
  await forgesNothing(heading);
});
