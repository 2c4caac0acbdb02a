import type { Locator, Page, TestInfo } from "@playwright/test";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { unshownWords } from "@/lib/core/action/unshown";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import { bulkDecide, listActions, propose } from "./support/http/api";
import { bulkBar, tick } from "./support/screen/bulk";
import { call } from "./support/http/call";
import { database } from "./support/database";
import { readPaneToEnd } from "./support/screen/gestures";
import { type HostileInput, hostileInputs, note } from "./support/hostile/inputs";
import { newMarker } from "./support/proposals/proposals";
import { openReading } from "./support/screen/reading";
import { approveButton, decisionBar, openAction, rejectDialog } from "./support/screen/screen";
import { type ShownAction, readShown } from "./support/screen/shown-text";
import { expect, test } from "./support/test";
import { type Generated, faultsIn, faultsInProse } from "./support/hostile/shown-values";

// One miss is the finding.
test.describe.configure({ retries: 0 });

/**
 * A person sees exactly the write that would be made: generated payloads are read back from every place that shows one. Each
 * text and each number stands in its field's place exactly, or the action is flagged and cannot be approved there.
 */

const total = 500;

const marker = newMarker();
const actions = new Map<number, ActionSummary>();
const generated = new Map<number, Generated>();

test.describe.configure({ mode: "serial" });

const atOnce = 6;

// Half a second for each of them, and several where the machine is busy.
test.beforeEach(() => test.slow());

test.beforeAll(async () => {
  await database()`UPDATE agents SET proposals_per_minute_max = 100000, pending_max = 100000`;
  const inputs = hostileInputs(total);
  const reasons = new Map<number, string>();
  const send = async ({ context, reason, ...input }: HostileInput) => {
    // An action that needs no tap waits for one when the same is proposed again.
    if (input.action_type === "cache_invalidation") await propose({ ...input, reason });
    const ticketed = { ...input, reason, context: { ...context, ticket: marker } };
    const { id } = await propose({ ...ticketed, expires_in_seconds: 86_400 });
    reasons.set(id, reason);
  };
  for (let start = 0; start < total; start += atOnce)
    await Promise.all(inputs.slice(start, start + atOnce).map(send));
  for (let cursor: string | null = ""; cursor !== null;) {
    const page = await listActions(`q=${marker}&limit=200${cursor && `&cursor=${cursor}`}`);
    for (const action of page.items) actions.set(action.id, action);
    cursor = page.next_cursor;
  }
  expect(actions.size).toBe(total);
  const rows = await database()<{ id: number; payload_text: string }[]>`
    SELECT id::integer, payload_text FROM proposed_actions WHERE payload_json #>> '{context,ticket}' = ${marker}`;
  for (const { id, payload_text } of rows) {
    const payload = JSON.parse(payload_text) as ProposalPayload;
    generated.set(id, { payload, action: actions.get(id)!, reason: reasons.get(id)! });
  }
});

test.afterAll(async () => {
  const items = [...actions.values()].map(({ id, payload_hash }) => ({ id, payload_hash }));
  await bulkDecide("approver", { decision: "reject", items, comment: "The test is over" });
});

const faultsOf = (shown: ShownAction, where?: Parameters<typeof faultsIn>[2]) =>
  faultsIn(shown, generated.get(shown.id)!, where);

function tell(info: TestInfo, description: string): void {
  info.annotations.push({ type: "figure", description });
  console.log(description);
}

test("NUL and halves of characters never reach a card: they are refused at the door", async () => {
  for (const text of ["a\u0000b", "a\ud83d", "\ude00"]) {
    const answer = await call("proposeAction", "agent", note(text, 0, 0) as never);
    expect(answer.status).toBe(422);
  }
});

test("500 generated payloads on cards are exactly what would be written, or flagged and not decided there", async ({
  page,
}, info) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/proposed-actions?q=${marker}`);
  const seen = new Map<number, ShownAction>();
  const list = page.getByTestId("list-scroller");
  await expect(async () => {
    // A card is read several times on its way; a reading that offers an approval is the one that counts.
    for (const shown of await readShown(page.getByRole("article")))
      if (!seen.get(shown.id)?.mayApprove) seen.set(shown.id, shown);
    // A card that comes into the list is laid out within two frames.
    await list.evaluate((element) => {
      element.scrollBy(0, element.clientHeight * 0.7);
      return new Promise((laidOut) => requestAnimationFrame(() => requestAnimationFrame(laidOut)));
    });
    expect(seen.size).toBe(total);
  }).toPass({ intervals: [20] });

  const faults: string[] = [];
  let exact = 0;
  for (const shown of seen.values()) {
    const { unshown, risk_level: tier } = actions.get(shown.id)!;
    if (faultsOf(shown).length === 0) exact += 1;
    faults.push(...faultsOf(shown, { mayCut: unshown !== null }));
    if (shown.mayApprove !== (unshown === null && tier <= 3))
      faults.push(`#${shown.id} offers the wrong thing`);
    if (unshown !== null && tier <= 3 && !shown.words.includes(unshownWords(unshown)))
      faults.push(`#${shown.id} does not say why it is opened first`);
  }
  expect(faults).toEqual([]);
  const offered = [...seen.values()].filter(({ mayApprove }) => mayApprove).length;
  tell(
    info,
    `${total} cards: ${offered} decided there, all exact; ${total - offered} flagged (${exact} exact in all)`,
  );
});

test("500 generated payloads in the list of a bulk approval are exact, and the rest is left out with its reason", async ({
  page,
}, info) => {
  await page.goto(`/proposed-actions?q=${marker}`);
  const list = page.getByTestId("list-scroller");
  const ids = [...actions.keys()];
  const box = (id: number) => page.getByRole("checkbox", { name: `Select #${id}`, exact: true });
  await tick(box(ids[0]!));
  const bar = bulkBar(page);
  // Pages follow, and the last row exists once the list has scrolled there.
  await expect(async () => {
    await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect(box(ids.at(-1)!)).toBeVisible({ timeout: 300 });
  }).toPass({ intervals: [50] });
  // Again where the press did not count.
  await expect(async () => {
    await box(ids.at(-1)!).click({ modifiers: ["Shift"] });
    await expect(bar).toContainText(`${total} selected`, { timeout: 5_000 });
  }).toPass();
  await bar.getByRole("button", { name: /^Approve/ }).click();
  const dialog = page.getByRole("dialog");
  const together = dialog.getByRole("list", { name: "Approved together" }).getByRole("listitem");
  const leftOut = dialog.getByRole("region", { name: "Left out" }).getByRole("listitem");
  await expect(together.first()).toBeVisible();
  const rows = await readShown(together);
  const others = await readShown(leftOut);
  expect(rows.length + others.length).toBe(total);
  expect(rows.flatMap((row) => faultsOf(row))).toEqual([]);
  expect(rows.filter(({ id }) => actions.get(id)!.unshown !== null)).toEqual([]);
  // Some of the generated ones ask for different values of one field: that reason goes before their own.
  const unexplained = others.filter(({ id, words }) => {
    const { unshown, risk_level: tier } = actions.get(id)!;
    if (/ of the same selection asks? for (another value|other values) of the same record/.test(words))
      return false;
    return !words.includes(tier > 3 ? "is approved one at a time" : unshownWords(unshown!));
  });
  expect(unexplained).toEqual([]);
  tell(
    info,
    `a bulk list of ${total}: ${rows.length} approved together, all exact; ${others.length} left out, with their reasons`,
  );
});

/** The rest of an action comes after its change: the pane is whole once the agent's words are there. */
const untilWhole = (page: Page, id: number) =>
  page.evaluate(
    (wanted) =>
      new Promise<void>((done) => {
        const look = () =>
          document.querySelector(`[data-testid=detail-scroller] > [data-action-id="${wanted}"] blockquote`)
            ? done()
            : requestAnimationFrame(look);
        look();
      }),
    id,
  );

test("500 generated payloads in the detail are exactly what would be written, with the agent's words apart from them", async ({
  page,
}, info) => {
  const ids = [...actions.keys()];
  await page.goto(`/proposed-actions/${ids[0]!}?q=${marker}`);
  const pane = page.getByRole("region", { name: "Action", exact: true });
  const faults: string[] = [];
  let waiting = 0;
  for (const [index, id] of ids.entries()) {
    await untilWhole(page, id);
    const [shown] = await readShown(pane);
    faults.push(...faultsOf(shown!, { hasTable: true }), ...faultsInProse(shown!, generated.get(id)!));
    if (shown!.words.includes("to its end first.")) waiting += 1;
    // The list goes by the same order as the keys.
    if (index < ids.length - 1) await page.keyboard.press("j");
  }
  expect(faults).toEqual([]);
  tell(info, `${ids.length} details: all exact, ${waiting} still to be read to their end`);
});

/** Of these tiers, every eighth. */
const sampleOf = (...tiers: number[]) =>
  [...actions.values()]
    .filter(({ risk_level: tier }) => tiers.includes(tier))
    .filter((_, index) => index % 8 === 0)
    .map(({ id }) => ({ id, marker }));

/** It is whole once it has opened. */
async function expectExact(
  dialog: Locator,
  id: number,
  where?: Parameters<typeof faultsIn>[2],
): Promise<void> {
  await expect(dialog).toBeVisible();
  const faultsNow = async () => {
    const [shown] = await readShown(dialog);
    return shown ? faultsOf({ ...shown, id }, where) : ["nothing is shown"];
  };
  await expect.poll(faultsNow).toEqual([]);
}

test("the dialogs that reject show generated payloads exactly", async ({ page }, info) => {
  const sample = sampleOf(1, 2, 3, 4, 5);
  for (const { id } of sample) {
    await page.goto(`/proposed-actions/${id}?q=${marker}`);
    await decisionBar(page).getByRole("button", { name: "Reject", exact: true }).click();
    await expectExact(rejectDialog(page), id);
  }
  tell(info, `${sample.length} dialogs: all exact`);
});

test("the questions that L4 asks again show generated payloads exactly", async ({ page }, info) => {
  const sample = sampleOf(4);
  for (const one of sample) {
    await openAction(page, one);
    await readPaneToEnd(page);
    await approveButton(decisionBar(page)).click();
    await expectExact(page.getByRole("dialog", { name: "Approve this?" }), one.id);
  }
  tell(info, `${sample.length} questions: all exact`);
});

test("the reading steps of L5 show generated payloads exactly, each field in its row", async ({
  page,
}, info) => {
  const sample = sampleOf(5);
  for (const one of sample) {
    const { dialog } = await openReading(page, one);
    await expectExact(dialog, one.id, { hasTable: true });
  }
  tell(info, `${sample.length} reading steps: all exact`);
});
