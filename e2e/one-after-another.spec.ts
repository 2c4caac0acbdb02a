import type { Page } from "@playwright/test";
import { readAction, reject } from "./support/http/api";
import { approveInBar, expectShown, middleOf, watchPlaces } from "./support/screen/hand";
import {
  newMarker,
  type Proposed,
  proposeLow,
  proposeMail,
  proposeMedium,
} from "./support/proposals/proposals";
import { type PressedKey, pressAtPace, type Watched, watchKeys } from "./support/screen/rhythm";
import { answer, approveButton, card, decisionBar, openInbox } from "./support/screen/screen";
import { slowness } from "./support/slowness";
import { expect, test } from "./support/test";

/** Twenty cards, one after the other: no key and no tap is lost, and none decides a card that nobody saw. */

const cardCount = 20;
/** A card counts after 300 ms; the page starts its clock within a frame or two of what a test sees. */
const seenMs = 280;

async function proposeMixed(): Promise<{ marker: string; proposals: Proposed[] }> {
  const marker = newMarker();
  const kinds = [
    () => proposeLow({ marker }),
    () => proposeMedium({ marker }),
    () => proposeLow({ marker }),
    () => proposeMail({}, { marker }),
  ];
  const proposals: Proposed[] = [];
  for (let count = 0; count < cardCount; count += 1) proposals.push(await kinds[count % kinds.length]!());
  return { marker, proposals };
}

/** Presses A at this pace until every card is decided, or for longer than any hand would go on. */
async function pressThrough(page: Page, paceMs: number): Promise<Watched> {
  const read = await watchKeys(page);
  const pressesMax = Math.ceil((cardCount * 10_000 * slowness) / paceMs);
  await pressAtPace(page, { ms: paceMs, untilSent: cardCount, pressesMax });
  return read();
}

function figuresOf({ pressed, sent }: Watched) {
  const became = (what: PressedKey["became"]) => pressed.filter((key) => key.became === what);
  const deciding = [...became("sent"), ...became("reading")];
  const lastSentAt = Math.max(...Object.values(sent));
  const cards = Object.keys(sent).length;
  return {
    cards,
    keysPerCard: Number((pressed.length / cards).toFixed(2)),
    msPerCard: Math.round((lastSentAt - pressed[0]!.at) / (cards - 1)),
    readFirst: became("reading").length,
    refused: became("refused").length,
    swallowed: became("nothing").length,
    shortestLookMs: Math.round(Math.min(...deciding.map(({ shownForMs }) => shownForMs))),
  };
}

for (const paceMs of [120, 250, 450]) {
  test(`of keys ${paceMs} ms apart over 20 cards each decides the card in view or is visibly refused`, async ({
    page,
    isPhone,
  }) => {
    test.skip(isPhone, "a phone has no keys");
    const { marker, proposals } = await proposeMixed();
    await openInbox(page, marker);
    await expectShown(page, proposals[0]!.id);
    await expect(approveInBar(page)).toBeEnabled();
    const watched = await pressThrough(page, paceMs);
    const figures = figuresOf(watched);
    console.log(`keys ${paceMs} ms apart: ${JSON.stringify(figures)}`);
    expect(
      watched.pressed.filter(({ became }) => became === "nothing"),
      "no key is swallowed",
    ).toEqual([]);
    expect(figures.shortestLookMs, "no card is decided that was not seen").toBeGreaterThanOrEqual(seenMs);
    expect(Object.keys(watched.sent).map(Number), "each card, and no other").toEqual(
      proposals.map(({ id }) => id),
    );
    for (const { id } of proposals)
      await expect.poll(async () => (await readAction(id)).decision, `#${id}`).toBe("approve");
  });
}

test("while five decisions have no answer a key is refused in words, each time anew, and decides once there is one", async ({
  page,
  isPhone,
}) => {
  test.skip(isPhone, "a phone has no keys");
  const marker = newMarker();
  const proposals: Proposed[] = [];
  while (proposals.length < 6) proposals.push(await proposeLow({ marker }));
  await openInbox(page, marker);
  let release = () => {};
  const answered = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/proposed-actions**", async (route) => {
    if (route.request().method() === "POST") await answered;
    return route.fallback();
  });
  for (const [at, { id }] of proposals.slice(0, 5).entries()) {
    await expectShown(page, id);
    // A card that has just come is refused, and the same key decides it a moment later.
    await expect(async () => {
      await page.keyboard.press("a");
      await expectShown(page, proposals[at + 1]!.id, 100);
    }).toPass();
  }
  const sixth = proposals[5]!;
  const refusal = decisionBar(page).getByTestId("look-first");
  await expect(async () => {
    await page.keyboard.press("a");
    await expect(refusal).toContainText("5 decisions are still on their way", { timeout: 100 });
  }).toPass();
  await page.keyboard.press("a");
  await expect(refusal).toHaveAttribute("data-times", "2");
  expect((await readAction(sixth.id)).decision).toBeNull();
  release();
  for (const { id } of proposals.slice(0, 5))
    await expect.poll(async () => (await readAction(id)).decision, `#${id}`).toBe("approve");
  await expect(async () => {
    await page.keyboard.press("a");
    await expect(refusal).toHaveCount(0, { timeout: 200 });
  }).toPass();
  await expect.poll(async () => (await readAction(sixth.id)).decision).toBe("approve");
});

test("by thumb each of the cards takes one tap, and no row moves for it", async ({ page, isPhone }) => {
  test.skip(!isPhone, "a desk decides in the pane");
  const { marker, proposals } = await proposeMixed();
  await openInbox(page, marker);
  for (const { id } of proposals) {
    const button = approveButton(card(page, id));
    await button.scrollIntoViewIfNeeded();
    await expect(button).toBeEnabled();
    const spot = await middleOf(button);
    const far = await watchPlaces(page);
    await page.touchscreen.tap(spot.x, spot.y);
    await expect(answer(card(page, id))).toContainText("Approved.");
    expect(Math.max(...Object.values(await far())), "0 px").toBe(0);
  }
  for (const { id } of proposals) expect((await readAction(id)).decision).toBe("approve");
});

test("a twin that was decided, and one that comes, change words on a card and move nothing", async ({
  page,
  isPhone,
}) => {
  test.skip(!isPhone, "a desk shows both in rows of one height");
  const marker = newMarker();
  const proposeTo = (name: string) => proposeMail({ to: `${name}-${marker}@riverbend.example` }, { marker });
  const [first, second] = [await proposeTo("ana"), await proposeTo("ana")];
  const alone = await proposeTo("ben");
  await openInbox(page, marker);
  await expect(card(page, first.id)).toContainText(`The same write also waits as #${second.id}.`);
  const far = await watchPlaces(page);
  await reject("approver", second, "Once is enough.");
  const third = await proposeTo("ben");
  await expect(card(page, first.id)).toContainText(`#${second.id}, the same write, waits no more.`);
  await expect(card(page, alone.id)).toContainText(`The same write also waits as #${third.id}.`);
  const moved = await far();
  expect([first, alone].map(({ id }) => moved[id])).toEqual([0, 0]);
});
