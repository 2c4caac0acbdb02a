import type { TestInfo } from "@playwright/test";
import type { ActionSummary } from "@/lib/contract/action-view";
import type { ProposalInput } from "@/lib/contract/proposal";
import { partTexts } from "@/lib/action-types/shared/target";
import { actionTypeOf, fieldOf } from "@/lib/action-types/registry";
import { unshownWords } from "@/lib/core/action/unshown";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import { bulkDecide, listActions, propose } from "./support/api";
import { call } from "./support/call";
import { database } from "./support/database";
import { type HostileText, hostileTexts } from "./support/hostile-texts";
import { newMarker } from "./support/proposals";
import { decisionBar, rejectDialog } from "./support/screen";
import { type ShownAction, readShown, shows } from "./support/shown-text";
import { expect, test } from "./support/test";

/**
 * What a person sees is what would be written: generated payloads, read back from every place that shows one. Each text is
 * there exactly, or it is flagged and cannot be approved in that place.
 */

const total = 500;

type Input = Pick<ProposalInput, "action_type" | "entity_type" | "entity_ref"> & {
  changes?: unknown[];
  context?: Record<string, unknown>;
};

/** Every tenth of another kind, so that each hostile text meets most types. */
function inputOf({ text }: HostileText, index: number): Input {
  const memo = text.slice(0, 2_000).toWellFormed();
  switch (index % 10) {
    case 5:
    case 6: {
      const subject = text
        .replaceAll(/[\r\n]/g, " ")
        .slice(0, 200)
        .toWellFormed();
      const changes = [
        { field: "to", to: "orders@coastal.example" },
        { field: "subject", to: subject.trim() === "" ? "Hello" : subject },
        { field: "body", to: text },
      ];
      return { action_type: "email_draft", entity_type: "customer", entity_ref: "Coastal Pantry", changes };
    }
    case 7:
      return {
        action_type: "inventory_adjustment",
        entity_type: "item",
        entity_ref: "10532",
        changes: [{ field: "adjustqtyby", to: (index % 3) - 1 || 2 }],
        context: { location: "Dallas DC", memo },
      };
    case 8:
      return {
        action_type: "cache_invalidation",
        entity_type: "cache",
        entity_ref: text.trim().slice(0, 200).toWellFormed().replaceAll("\ufffd", "?").trim() || "x",
      };
    case 9:
      return {
        action_type: "assembly_build",
        entity_type: "item",
        entity_ref: "20110",
        changes: [{ field: "quantity", to: (index % 4) + 1 }],
        context: { location: "Plant 2", memo },
      };
    default:
      return {
        action_type: "ar_note",
        entity_type: "customer",
        entity_ref: "Riverbend Foods",
        changes: [{ field: "note", to: text }],
        context: index % 2 === 0 ? { title: memo } : {},
      };
  }
}

/** Every text that the write would carry, as it would be sent. */
function writtenTexts(payload: ProposalPayload): string[] {
  const { target } = actionTypeOf(payload.action_type)!;
  const texts = payload.changes.flatMap(({ field, to }) =>
    fieldOf(payload.action_type, field)?.kind === "text" && to !== null ? [String(to)] : [],
  );
  const parts = partTexts(target, payload);
  const beside = target.filter(({ written }) => written).map(({ name }) => parts[name]);
  const named = payload.action_type === "cache_invalidation" ? [payload.entity_ref] : [];
  return [...texts, ...beside, ...named].filter((text): text is string => Boolean(text));
}

const marker = newMarker();
const actions = new Map<number, ActionSummary>();
const payloads = new Map<number, ProposalPayload>();

test.describe.configure({ mode: "serial" });

const atOnce = 6;

test.beforeAll(async () => {
  await database()`UPDATE agents SET proposals_per_minute_max = 100000, pending_max = 100000`;
  const inputs = hostileTexts(total).map((hostile, index) => ({
    ...inputOf(hostile, index),
    reason: hostile.text,
  }));
  for (let start = 0; start < total; start += atOnce) {
    const part = inputs
      .slice(start, start + atOnce)
      .map(({ context, ...input }) =>
        propose({ ...input, context: { ...context, ticket: marker }, expires_in_seconds: 86_400 }),
      );
    await Promise.all(part);
  }
  const rows = await database()<{ id: number; payload_text: string }[]>`
    SELECT id::integer, payload_text FROM proposed_actions WHERE payload_json #>> '{context,ticket}' = ${marker}`;
  for (const { id, payload_text } of rows) payloads.set(id, JSON.parse(payload_text) as ProposalPayload);
  for (let cursor: string | null = ""; cursor !== null;) {
    const page = await listActions(`q=${marker}&limit=200${cursor && `&cursor=${cursor}`}`);
    for (const action of page.items) actions.set(action.id, action);
    cursor = page.next_cursor;
  }
  expect(actions.size).toBe(total);
});

test.afterAll(async () => {
  const items = [...actions.values()].map(({ id, payload_hash }) => ({ id, payload_hash }));
  await bulkDecide("approver", { decision: "reject", items, comment: "The test is over" });
});

/** The texts that would be written and that this element does not show to their last character. */
const missingIn = ({ id, texts }: ShownAction): string[] =>
  writtenTexts(payloads.get(id)!)
    .filter((text) => !shows(texts, text))
    .map((text) => `#${id} does not show ${JSON.stringify(text.slice(0, 80))}`);

function tell(info: TestInfo, description: string): void {
  info.annotations.push({ type: "figure", description });
  console.log(description);
}

test("NUL and halves of characters never reach a card: they are refused at the door", async () => {
  for (const text of ["a\u0000b", "a\ud83d", "\ude00"]) {
    const answer = await call("proposeAction", "agent", inputOf({ kind: "prose", text }, 0) as never);
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
    await list.evaluate((element) => element.scrollBy(0, element.clientHeight * 0.7));
    expect(seen.size).toBe(total);
  }).toPass({ intervals: [20] });

  const faults: string[] = [];
  let exact = 0;
  for (const shown of seen.values()) {
    const { unshown, risk_level: tier } = actions.get(shown.id)!;
    const missing = missingIn(shown);
    if (missing.length === 0) exact += 1;
    if (shown.mayApprove) faults.push(...missing);
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
  await box(ids[0]!).check();
  const bar = page.getByRole("region", { name: "Bulk decision" });
  // Pages follow, and the last row exists once the list has scrolled there.
  await expect(async () => {
    await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect(box(ids.at(-1)!)).toBeVisible({ timeout: 300 });
  }).toPass({ intervals: [50] });
  await box(ids.at(-1)!).click({ modifiers: ["Shift"] });
  await expect(bar).toContainText(`${total} selected`);
  await bar.getByRole("button", { name: /^Approve/ }).click();
  const dialog = page.getByRole("dialog");
  const together = dialog.getByRole("list", { name: "Approved together" }).getByRole("listitem");
  const leftOut = dialog.getByRole("region", { name: "Left out" }).getByRole("listitem");
  await expect(together.first()).toBeVisible();
  const rows = await readShown(together);
  const others = await readShown(leftOut);
  expect(rows.length + others.length).toBe(total);
  expect(rows.flatMap(missingIn)).toEqual([]);
  expect(rows.filter(({ id }) => actions.get(id)!.unshown !== null)).toEqual([]);
  const unexplained = others.filter(({ id, words }) => {
    const { unshown, risk_level: tier } = actions.get(id)!;
    return !words.includes(tier > 3 ? "is approved one at a time" : unshownWords(unshown!));
  });
  expect(unexplained).toEqual([]);
  tell(
    info,
    `a bulk list of ${total}: ${rows.length} approved together, all exact; ${others.length} left out, with their reasons`,
  );
});

test("500 generated payloads in the detail are exactly what would be written", async ({ page }, info) => {
  const ids = [...actions.keys()];
  await page.goto(`/proposed-actions/${ids[0]!}?q=${marker}`);
  const scroller = page.getByTestId("detail-scroller");
  const pane = page.getByRole("region", { name: "Action", exact: true });
  const faults: string[] = [];
  let waiting = 0;
  for (const [index, id] of ids.entries()) {
    await expect(scroller.locator(`> [data-action-id="${id}"]`)).toBeVisible();
    const [shown] = await readShown(pane);
    faults.push(...missingIn(shown!));
    if (shown!.words.includes("to its end first.")) waiting += 1;
    // The list goes by the same order as the keys.
    if (index < ids.length - 1) await page.keyboard.press("j");
  }
  expect(faults).toEqual([]);
  tell(info, `${ids.length} details: all exact, ${waiting} still to be read to their end`);
});

test("the dialogs that decide show generated payloads exactly", async ({ page }, info) => {
  const sample = [...actions.keys()].filter((_, index) => index % 8 === 0);
  for (const id of sample) {
    await page.goto(`/proposed-actions/${id}?q=${marker}`);
    await decisionBar(page).getByRole("button", { name: "Reject", exact: true }).click();
    await expect(rejectDialog(page)).toBeVisible();
    // It is whole once it has opened.
    await expect
      .poll(async () => missingIn({ ...(await readShown(rejectDialog(page)))[0]!, id }))
      .toEqual([]);
  }
  tell(info, `${sample.length} dialogs: all exact`);
});
