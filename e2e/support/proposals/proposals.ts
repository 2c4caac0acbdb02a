import { randomUUID } from "node:crypto";
import type { ProposalView } from "@/lib/contract/actions/proposal";
import { distributor } from "@countersign/netsuite-simulator/company";
import { expect } from "@playwright/test";
import { approve, propose, readAction, releaseSwitches, setSwitch } from "../http/api";
import { type As, succeed } from "../http/call";
import { createByAdmin } from "../people/people";
import { breakNext, editRecord, readRecord } from "../simulator";

/** A test's proposal: the answer, the word that finds it in a list, and its target. */
export interface Proposed extends ProposalView {
  /** A word that stands in this payload alone; searching for it shows this action and nothing else. */
  marker: string;
  entityRef: string;
}

interface More {
  /** Several actions that one search should find share a marker. */
  marker?: string;
  reason?: string;
  expires_in_seconds?: number;
  /** The tier that the agent says it is. */
  claimed?: number;
  evidence?: unknown[];
  /** By another agent than the installation's own. */
  as?: As;
}

export function newMarker(): string {
  return `t-${randomUUID().slice(0, 12)}`;
}

/** Soon, so that it stands at the top of the list; later than any test takes. */
const expiresInSeconds = 1_800;

/** L1, under the standing authorisation: applied without anybody's tap. */
export async function proposeTrivial(more: More = {}): Promise<Proposed> {
  const marker = more.marker ?? newMarker();
  return make("note_attachment", "sales_order", slipOrder, { ...more, marker }, [
    { field: "note", to: `Delivery slip ${marker} is on file` },
  ]);
}

/** L1 that waits for a person: a standing authorisation applies no equal write twice within a day. */
export async function proposeTrivialAgain(): Promise<Proposed> {
  const { marker } = await proposeTrivial();
  return proposeTrivial({ marker });
}

/** One of each tier that waits for a person, L1 first, which one search finds. */
export async function proposeOfEachTier(): Promise<Proposed[]> {
  const marker = newMarker();
  // The first one goes by itself; its like waits.
  await proposeTrivial({ marker });
  return [
    await proposeTrivial({ marker }),
    await proposeLow({ marker }),
    await proposeMedium({ marker }),
    await proposeHigh({ marker }),
    await proposeCritical({ marker }),
  ];
}

/** L2: a note moves no money, so that any number of them may be proposed. */
export async function proposeLow(more: More & { text?: string; customer?: string } = {}): Promise<Proposed> {
  return make("ar_note", "customer", more.customer ?? pick(raisedCustomers), more, [
    { field: "note", to: more.text ?? `Promised payment by Friday (${randomUUID().slice(0, 8)})` },
  ]);
}

/** L3: a draft, which is sent nowhere, to an address that nobody has seen. */
export async function proposeMail(
  mail: { to?: string; subject?: string; body?: string; cc?: string },
  more: More = {},
): Promise<Proposed> {
  const fields = {
    to: "nora@riverbend.example",
    subject: "Your question",
    body: "It is on its way.",
    ...mail,
  };
  const changes = Object.entries(fields).map(([field, to]) => ({ field, to }));
  return make("email_draft", "customer", "Riverbend Foods", more, changes);
}

/** Three of L2 that one search finds. */
export async function proposeThree(marker: string): Promise<[Proposed, Proposed, Proposed]> {
  return [await proposeLow({ marker }), await proposeLow({ marker }), await proposeLow({ marker })];
}

/** L3: one case more or less of some item; far below the day's thousand dollars per item. */
export async function proposeMedium(
  more: More & { by?: number; memo?: string } = {},
): Promise<Proposed & { stock: string }> {
  const item = pick(distributor.items.filter((one) => one.unitCostCents < 2_000 && !busyItems.has(one.sku)));
  const location = pick(distributor.locations);
  const changes = [{ field: "adjustqtyby", to: more.by ?? 1 }];
  const proposed = await make("inventory_adjustment", "item", item.sku, more, changes, {
    location,
    ...(more.memo === undefined ? {} : { memo: more.memo }),
  });
  return { ...proposed, stock: `${item.sku}:${location}` };
}

/** Rolls move the prices of the first of them, and with that their sums of the day. */
export const ROLLED_ITEMS = 25;

/** Two of L3, by an agent each, that together pass the thousand dollars of a day that one item may move at L3. */
export async function proposePassingTotal(): Promise<{ first: Proposed; second: Proposed }> {
  const proposeAt = async ({ sku, unitCostCents }: (typeof distributor.items)[number], location: string) => {
    const { key: token } = await createByAdmin();
    const changes = [{ field: "adjustqtyby", to: Math.ceil(60_000 / unitCostCents) }];
    return make("inventory_adjustment", "item", sku, { as: { token } }, changes, { location });
  };
  const costly = distributor.items.slice(ROLLED_ITEMS).filter(({ unitCostCents }) => unitCostCents > 2_000);
  const [one, other] = distributor.locations;
  const start = costly.indexOf(pick(costly));
  for (const item of [...costly.slice(start), ...costly.slice(0, start)]) {
    const first = await proposeAt(item, one!);
    // Otherwise another test has moved this item today.
    if (first.risk_level === 3) return { first, second: await proposeAt(item, other!) };
  }
  throw new Error("every item has been moved today: start a new installation");
}

/** L3 on a record that others edit: what stands in NetSuite when it is proposed is part of the proposal. */
export async function proposeOrderLine({
  besides = [],
  ...more
}: More & { besides?: readonly { recordId: string }[] } = {}): Promise<
  Proposed & { recordId: string; live: string }
> {
  const order = pick(
    distributor.orders.filter(
      ({ status, customer, number }) =>
        status === "B" &&
        customer !== "Halvorsen Markets" &&
        !besides.some(({ recordId }) => recordId.startsWith(`${number}:`)),
    ),
  );
  const line = order.lines.at(-1)!;
  const recordId = `${order.number}:${line.key}`;
  const live = String((await readRecord("order_line", recordId)).rate);
  const to = (Number(live) + 60 / line.quantity).toFixed(2);
  const changes = [{ field: "rate", from: live, to }];
  const context = { line_unique_key: line.key, item: line.sku, customer: order.customer };
  const proposed = await make("sales_order_line_price", "sales_order", order.number, more, changes, context);
  return { ...proposed, recordId, live };
}

/** As people see it: a version that somebody wrote stands under the agent that made the first one, whichever that was. */
export async function untilStatus(id: number, status: string): Promise<void> {
  await expect
    .poll(async () => (await readAction(id)).status, { message: `#${id} becomes ${status}` })
    .toBe(status);
}

/** L3 that went stale: it was approved while a switch halted sending, and a colleague then changed the record to `now`. */
export async function proposeStale() {
  const proposed = await proposeOrderLine();
  const now = (Number(proposed.live) + 0.37).toFixed(2);
  await setSwitch("ns_writes", true, "Hold approved writes");
  await approve("approver", proposed);
  await editRecord("order_line", proposed.recordId, { rate: now });
  await releaseSwitches();
  await succeed("drainPushes", "admin");
  await untilStatus(proposed.id, "stale");
  return { ...proposed, now };
}

/** L2 that was approved, and that NetSuite refuses for good. */
export async function proposeDead(): Promise<Proposed> {
  const proposed = await proposeLow();
  await breakNext({ kind: "closed_period", key: `cs-1-${proposed.id}`, op: "write" });
  await approve("approver", proposed);
  await expect.poll(async () => (await readAction(proposed.id)).push?.status).toBe("dead");
  return proposed;
}

/** L4: a hundred dollars more credit. */
export async function proposeHigh(more: More = {}): Promise<Proposed & { to: string }> {
  const customer = pick(raisedCustomers);
  // A write that an earlier test approved can land between the reading and the proposal.
  return raiseCredit(customer, more).catch((error: unknown) => {
    if (String(error).includes("from_mismatch")) return raiseCredit(customer, more);
    throw error;
  });
}

async function raiseCredit(customer: string, more: More): Promise<Proposed & { to: string }> {
  const live = String((await readRecord("customer", customer)).creditlimit);
  const to = String(Number(live) + 100);
  const changes = [{ field: "creditlimit", from: live, to }];
  return { ...(await make("customer_credit_limit", "customer", customer, more, changes)), to };
}

/** L4 with a text of its own: a build of more than $5,000. */
export async function proposeBuild(more: More & { memo: string }): Promise<Proposed> {
  const context = { location: "Plant 2", memo: more.memo };
  return make("assembly_build", "item", "20110", more, [{ field: "quantity", to: 1_000 }], context);
}

/** L5 that one approver may approve, on a customer that has its credit again before it is proposed. */
export async function proposeCritical(more: More & { customer?: string } = {}): Promise<Proposed> {
  const customer = more.customer ?? pick(creditCustomers);
  await editRecord("customer", customer, { creditlimit: limitOf(customer), creditholdoverride: "AUTO" });
  return make("customer_credit_revoke", "customer", customer, more, [
    { field: "creditlimit", from: limitOf(customer), to: "0" },
  ]);
}

/** L5 over $100,000: two must approve. */
export async function proposeCriticalForTwo(more: More = {}): Promise<Proposed> {
  return proposeCritical({ ...more, customer: "Northgate Grocers" });
}

/** No test moves its lines: notes on it wait for no other write. */
const slipOrder = distributor.orders.find(({ status }) => status === "G")!.number;

/** The demo's own pending adjustments are near the day's limit of these. */
const busyItems = new Set(["10541", "10585", "10564"]);

/** Kept apart by purpose, so that a revoked limit never stands in the way of one that is raised. */
const raisedCustomers = [
  "Riverbend Foods",
  "Bluestem Bistro Group",
  "Prairie Table Catering",
  "Pinecrest Co-op",
];
const creditCustomers = ["Marlow Street Market", "Oakfield Senior Living", "Two Rivers Commissary"];

function limitOf(customer: string): string {
  const { creditLimitCents } = distributor.customers.find((one) => one.name === customer)!;
  return String(creditLimitCents / 100);
}

function pick<T>(from: readonly T[]): T {
  return from[Math.floor(Math.random() * from.length)]!;
}

async function make(
  action_type: string,
  entity_type: string,
  entity_ref: string,
  more: More & { by?: number; text?: string; customer?: string },
  changes: unknown[],
  context: Record<string, unknown> = {},
): Promise<Proposed> {
  const { marker = newMarker(), reason, expires_in_seconds = expiresInSeconds, claimed, evidence, as } = more;
  const input = {
    action_type,
    entity_type,
    entity_ref,
    changes,
    context: { ...context, ticket: marker },
    reason: reason ?? "From today's call and the mailbox.",
    expires_in_seconds,
    ...(claimed ? { risk_level: claimed } : {}),
    ...(evidence ? { evidence } : {}),
  };
  const proposal = await propose(input, undefined, as);
  return { ...proposal, marker, entityRef: entity_ref };
}
