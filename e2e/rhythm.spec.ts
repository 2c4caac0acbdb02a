import { readAction } from "./support/http/api";
import { middleOf, numbersFrom, watchPresses } from "./support/screen/hand";
import { newMarker, type Proposed, proposeLow } from "./support/proposals/proposals";
import { approveButton, card, decisionBar, openInbox } from "./support/screen/screen";
import { expect, test } from "./support/test";

// One miss is the finding.
test.describe.configure({ retries: 0 });

const waitingCount = 10;
/** Five hundred in all: two rhythms at a desk, one on a phone. */
const pressCount = 175;
const tapCount = 150;
/** A key counts on a card that has been in view for so long. A pointer that rests never does. */
const readMs = 300;

/** In the order of the list: one after the other, since whatever expires first stands first. */
async function proposeMany(marker: string) {
  const proposals: Proposed[] = [];
  while (proposals.length < waitingCount) proposals.push(await proposeLow({ marker }));
  return proposals;
}

async function decidedOf(ids: readonly number[]): Promise<number[]> {
  const actions = await Promise.all(ids.map(readAction));
  return actions.filter(({ status }) => status !== "pending").map(({ id }) => id);
}

for (const { seed, rhythm, longestMs } of [
  { seed: 11, rhythm: "quick", longestMs: 950 },
  { seed: 12, rhythm: "any", longestMs: 4_000 },
]) {
  test(`of ${pressCount} clicks and keys on one spot in ${rhythm} rhythm (seed ${seed}) none decides an action that nobody has read`, async ({
    page,
    isPhone,
  }) => {
    test.skip(isPhone, "a phone has no keys");
    const marker = newMarker();
    const ids = (await proposeMany(marker)).map(({ id }) => id);
    await page.clock.install();
    await openInbox(page, marker);
    const button = approveButton(decisionBar(page));
    await expect(button).toBeEnabled();
    const spot = await middleOf(button);
    await page.mouse.move(spot.x, spot.y);
    // From here on time passes for the page as the rhythm says, however fast this machine is.
    await page.clock.pauseAt(Date.now() + 60_000);
    const met = await watchPresses(page);
    const next = numbersFrom(seed);
    for (let press = 0; press < pressCount; press += 1) {
      await page.clock.runFor(Math.ceil(next() * longestMs));
      const tool = next();
      if (tool < 0.5) {
        await page.mouse.down();
        await page.mouse.up();
      } else await page.keyboard.press(tool < 0.8 ? "a" : tool < 0.9 ? "Enter" : "Space");
    }
    // A person who reads each card for a second gets on, as soon as the server has answered.
    await expect(async () => {
      await page.clock.runFor(1_000);
      await page.keyboard.press("a");
      expect((await decidedOf(ids)).length).toBeGreaterThan(1);
    }).toPass();
    const decided = await decidedOf(ids);
    const presses = await met();
    expect(presses.length).toBeGreaterThan(pressCount);
    // The first was read before the first press.
    expect(decided).toContain(ids[0]);
    const read = new Set(
      presses.filter(({ kind, shownForMs }) => kind === "key" && shownForMs >= readMs).map(({ id }) => id),
    );
    const unread = decided.filter((id) => id !== ids[0] && !read.has(id));
    expect(unread, `decided unread, of ${decided.length} decided`).toEqual([]);
  });
}

test(`of ${tapCount} taps on one spot of a phone, at any rhythm, none decides another card than the one that was read`, async ({
  page,
  isPhone,
}) => {
  test.skip(!isPhone, "a desk decides in the pane");
  const marker = newMarker();
  const proposals = await proposeMany(marker);
  await page.clock.install();
  await openInbox(page, marker);
  const button = approveButton(card(page, proposals[0]!.id));
  await expect(button).toBeEnabled();
  const spot = await middleOf(button);
  await page.clock.pauseAt(Date.now() + 60_000);
  const next = numbersFrom(13);
  for (let press = 0; press < tapCount; press += 1) {
    await page.clock.runFor(Math.ceil(next() * 3_000));
    await page.touchscreen.tap(spot.x, spot.y);
    // Rows come and go meanwhile, as others propose and decide.
    if (press === 50) await proposeLow({ marker, expires_in_seconds: 300 });
  }
  expect(await decidedOf(proposals.map(({ id }) => id))).toEqual([proposals[0]!.id]);
});
