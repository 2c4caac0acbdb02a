import type { Locator, Page } from "@playwright/test";
import { decide, propose, readAction, reject } from "./support/http/api";
import { succeed } from "./support/http/call";
import { approvedIn, begin, card, idOf, log, press, waiting } from "./support/screen/chat";
import { database } from "./support/database";
import { createByAdmin } from "./support/people/people";
import {
  answer,
  approveButton,
  confirmApproval,
  decisionBar,
  expectAnswer,
  expectNoScroll,
  rejectButton,
} from "./support/screen/screen";
import { breakNext, editRecord, endAllFaults, readRecord } from "./support/simulator";
import { expect, test } from "./support/test";

/** The chat example: a scripted agent, whose calls are the kit's own. */

test.use({ contextOptions: { reducedMotion: "reduce" } });

/** A test that failed may leave a proposal waiting, which would conflict with the price of the next test. */
test.afterEach(async () => {
  const left = await database()<{ id: number; payload_hash: string }[]>`
    SELECT id::integer, payload_hash FROM proposed_actions WHERE status = 'pending' AND conversation_ref LIKE 'chat-%'`;
  for (const { id, payload_hash } of left)
    await decide("admin", id, { decision: "reject", payload_hash, comment: "The test is over" });
});

interface Row {
  action_type: string;
  idempotency_key: string;
  status: string;
}

/** The proposals of a conversation, in the order of its calls. */
async function proposedIn(conversation: string): Promise<Row[]> {
  return database()<Row[]>`
    SELECT action_type, idempotency_key, status FROM proposed_actions
    WHERE conversation_ref = ${conversation} ORDER BY id`;
}

async function rejectHere(page: Page, one: Locator, reason: string): Promise<void> {
  const id = await idOf(one);
  await press(one, rejectButton(one), page.getByLabel("Reason"));
  await page.getByLabel("Reason").fill(reason);
  await page.getByLabel("Reason").press("Enter");
  // No role is found behind an open dialog; its attributes are.
  await expect(page.locator(`[data-action-id="${id}"][data-status="pending"]`)).toHaveCount(0);
}

test("the review proposes a note that goes by itself and a price; approved in the chat, it tells what NetSuite holds", async ({
  page,
}) => {
  const conversation = await begin(page, "Run the morning review");
  await expect(log(page)).toShow(
    /It goes by itself: standing authorisation #\d+ signed by Mike Ortiz covers it/,
  );
  const price = await waiting(page);
  const id = await idOf(price);
  await expect(price).toShow("Waiting for a decision");
  // Only the log scrolls: were the page to, a tap would land beside the button.
  await expectNoScroll(page, "height");
  await expect(
    log(page).getByRole("region", { name: "Tool call propose_price_change" }).last(),
  ).toContainText("10506");
  await press(price, approveButton(price), approvedIn(page, id));
  await expect(log(page)).toShow(`Priya Raman approved #${id}. It goes to NetSuite.`);
  await expect(log(page)).toShow(/is written: NetSuite holds \$\d+\.\d\d, verified\./);
  const now = Number((await readRecord("bid_price", "B5958:10506")).price);
  await expect(log(page)).toShow(`#${id} is written: NetSuite holds $${now.toFixed(2)}, verified.`);
  await expect(log(page)).toShow("That was the morning review.");
  expect((await readAction(id)).push).toMatchObject({ status: "applied", verification: "verified" });
  expect((await proposedIn(conversation)).map((row) => row.action_type)).toEqual([
    "note_attachment",
    "bid_price_update",
  ]);
});

test("a record that has changed is shown in the chat as it is now, and is opened to be proposed again or rejected there", async ({
  page,
}) => {
  await begin(page, "Run the morning review");
  const price = await waiting(page);
  const id = await idOf(price);
  const { price: before } = await readRecord("bid_price", "B5958:10506");
  const now = (Number(before) + 0.07).toFixed(2);
  await editRecord("bid_price", "B5958:10506", { price: now });
  try {
    await page.reload();
    const again = card(page, id);
    await expect(again.getByRole("heading", { level: 3 })).toContainText(`$${now}`);
    await expect(again).toShow(/The record (has )?changed/);
    await expect(approveButton(again)).toHaveCount(0);
    await expect(again.getByRole("link", { name: "Open it to decide" })).toBeVisible();
    await rejectHere(page, again, "The price has changed meanwhile");
  } finally {
    await editRecord("bid_price", "B5958:10506", { price: String(before) });
  }
});

test("a card in the chat says which other value waits for the same price", async ({ page }) => {
  await begin(page, "Run the morning review");
  const price = await waiting(page);
  const { changes } = await readAction(await idOf(price));
  const { agent, key } = await createByAdmin();
  const to = (Number(changes[0]!.to) + 0.01).toFixed(2);
  const other = await propose(
    {
      action_type: "bid_price_update",
      entity_type: "item",
      entity_ref: "10506",
      changes: [{ field: "price", to }],
      context: { bid_id: "B5958", customer: "Oakfield Senior Living" },
    },
    undefined,
    { token: key },
  );
  const words = `#${other.id} by ${agent.name} asks for $${to} here`;
  const height = (await price.boundingBox())!.height;
  await expect(price).toShow(words);
  // It came after the card, so nothing on the card may move.
  expect((await price.boundingBox())!.height).toBe(height);
  await page.reload();
  const again = card(page, await idOf(await waiting(page)));
  await expect(again).toShow(words);
  await reject("admin", other, "One price is enough.");
  await expect(again).toShow(`#${other.id} waits no more`);
});

test("rejected with another price, the chat reads it and proposes that one", async ({ page }) => {
  const conversation = await begin(page, "Run the morning review");
  const price = await waiting(page);
  const first = await idOf(price);
  const live = Number((await readRecord("bid_price", "B5958:10506")).price);
  const otherPrice = (live + 0.02).toFixed(2);
  await rejectHere(page, price, `At most ${otherPrice} this month`);
  await expect(log(page)).toShow(`Priya Raman rejected #${first}: “At most ${otherPrice} this month”`);
  await expect(log(page)).toShow(`I read $${otherPrice} in that, so I propose $${otherPrice} instead.`);
  const second = await waiting(page);
  expect(await idOf(second)).not.toBe(first);
  await rejectHere(page, second, "Leave it");
  await expect(log(page)).toShow("That was the morning review.");
  expect((await proposedIn(conversation)).map((row) => row.status)).toEqual([
    "applied",
    "rejected",
    "rejected",
  ]);
});

test("a reload in the middle says the same again, and the chat goes on from a decision made in the inbox", async ({
  page,
}) => {
  const conversation = await begin(page, "Run the morning review");
  const id = await idOf(await waiting(page));
  await expect(page.getByTestId("chat-status")).toContainText(`Waits for a decision on #${id}.`);
  const before = await log(page).locator("li > div > p, li > p").allTextContents();
  await page.reload();
  await expect(page.getByTestId("chat-status")).toContainText(`Waits for a decision on #${id}.`);
  await expect(log(page).locator("li > div > p, li > p")).toHaveText(before);
  await page.getByRole("link", { name: "Open in the inbox" }).click();
  await rejectButton(decisionBar(page)).click();
  await page.getByLabel("Reason").fill("Not this month");
  await page.getByLabel("Reason").press("Enter");
  await expectAnswer(page, id, "Rejected. Nothing is written to NetSuite.");
  await page.goto(`/chat?c=${conversation}`);
  await expect(log(page)).toShow(`Priya Raman rejected #${id}: “Not this month”`);
  await expect(log(page)).toShow("Then the price stays as it is.");
  expect(await proposedIn(conversation)).toHaveLength(2);
});

test("edited by somebody, the chat reads what was changed and follows the version that took its place", async ({
  page,
}) => {
  await begin(page, "Run the morning review");
  const price = await waiting(page);
  const id = await idOf(price);
  const { payload_hash, changes } = await readAction(id);
  const to = (Number(changes[0]!.to) - 0.02).toFixed(2);
  const edit = { id, payload_hash, changes: [{ field: "price", to }], reason: "Two cents less" };
  const { id: version } = await succeed("editAction", "admin", edit);
  await expect(log(page)).toShow(`Mike Ortiz edited #${id}: price $${to} instead of`);
  await expect(card(page, version)).toShow("Waiting for a decision");
  await rejectHere(page, card(page, version), "A test");
  await expect(log(page)).toShow(`Priya Raman rejected #${version}: “A test”`);
  await expect(log(page)).toShow("That was the morning review.");
});

test("pressed twice, everything is proposed once", async ({ page }) => {
  await page.goto("/chat");
  await page.getByRole("button", { name: "Run the morning review" }).dblclick();
  const id = await idOf(await waiting(page));
  const conversation = new URL(page.url()).searchParams.get("c")!;
  const keys = (await proposedIn(conversation)).map((row) => row.idempotency_key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys).toHaveLength(2);
  await rejectHere(page, card(page, id), "A test");
  await expect(log(page)).toShow("That was the morning review.");
});

test("the person who asked for a high-tier write cannot approve it; somebody else does, and the chat goes on", async ({
  page,
}) => {
  await begin(page, "Ask for more credit");
  const limit = await waiting(page);
  const id = await idOf(limit);
  await expect(limit).toShow("L4 High");
  await press(limit, approveButton(limit), page.getByRole("dialog", { name: "Approve this?" }));
  await confirmApproval(page);
  await expect(answer(limit)).toBeVisible();
  await expect(answer(limit)).toHaveAttribute("data-code", "policy_denied");
  const { payload_hash } = await readAction(id);
  await decide("admin", id, { decision: "approve", payload_hash, confirmed: true });
  await expect(log(page)).toShow(`Mike Ortiz approved #${id}. It goes to NetSuite.`);
  await expect(log(page)).toShow(/NetSuite holds \$[\d,]+\.00, verified\./);
});

test("wrong calls are answered in the chat as the tool would be, and propose nothing", async ({ page }) => {
  const conversation = await begin(page, "See what is refused");
  for (const code of ["validation_failed", "from_mismatch", "record_missing", "not_found"])
    await expect(log(page).locator(`[data-code="${code}"]`)).toBeVisible();
  await expect(log(page).locator('[data-code="validation_failed"]')).toContainText(
    "must be a decimal such as 1.48",
  );
  await expect(log(page).locator('[data-code="from_mismatch"]')).toContainText("is not the live value 30.78");
  await expect(log(page)).toShow("Nothing was proposed and nothing was written.");
  await page.reload();
  await expect(log(page).locator('[data-code="from_mismatch"]')).toBeVisible();
  expect(await proposedIn(conversation)).toEqual([]);
});

test("a link to somebody's conversation proposes nothing until its reader goes on", async ({
  page,
  openAs,
}) => {
  const conversation = await begin(page, "Run the morning review");
  await rejectHere(page, await waiting(page), "A test");
  await expect(log(page)).toShow("That was the morning review.");
  const count = (await proposedIn(conversation)).length;
  const other = await openAs("admin");
  await other.goto(`/chat?c=${conversation}`);
  await expect(other.getByRole("button", { name: "Go on" })).toBeVisible();
  await expect(log(other)).toShow("Run the morning review.");
  await expect(log(other).getByRole("article")).toHaveCount(0);
  expect(await proposedIn(conversation)).toHaveLength(count);
});

test("with NetSuite out of reach the chat says that nobody has checked the record", async ({ page }) => {
  await breakNext({ kind: "service_unavailable", op: "read", times: 10 });
  try {
    await begin(page, "Ask for more credit");
    const limit = await waiting(page);
    await expect(log(page)).toShow("NetSuite could not be read just now");
    await endAllFaults();
    await rejectHere(page, limit, "Ask again when it can be read");
    const note = await waiting(page);
    await press(note, approveButton(note), approvedIn(page, await idOf(note)));
    await expect(log(page)).toShow(/is written: NetSuite has it, verified\./);
  } finally {
    await endAllFaults();
  }
});

test("an unknown conversation offers to begin one", async ({ page }) => {
  await page.goto("/chat?c=chat-nothing-00000000");
  await expect(page.getByRole("heading", { level: 1, name: "Chat example" })).toBeVisible();
});
