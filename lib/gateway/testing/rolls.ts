import { distributor } from "@countersign/netsuite-simulator/company";
import type { Account } from "@/netsuite/testing/open-account";
import type { Commit } from "@countersign/netsuite-simulator";
import type { World } from "./world";

/** Rolls as long as they may get, against a distributor whose customers buy everything. */

const customers = distributor.customers.slice(0, 12);
const items = distributor.items.slice(0, 42);
const basePriceCents = 1_000;

/** Gives twelve customers a price for each of 42 items: 504 places to write to, on twelve records. */
export async function widenAssortment(account: Account): Promise<void> {
  for (const { name } of customers) {
    const itempricing = items.map((_, index) => ({
      item: String(301 + index),
      level: "-1",
      price: priceText(basePriceCents + index),
      currency: "1",
    }));
    await account.edit("customer", name, { itempricing });
  }
}

const priceText = (cents: number): string => (cents / 100).toFixed(2).replace(/0+$/, "").replace(/\.$/, "");

export interface RollLineInput {
  entity_ref: string;
  changes: { field: string; from?: string; to: string }[];
  context: Record<string, string>;
}

/** `count` lines over all customers in turn, each raised by four cents. */
export function rollLines(count: number): RollLineInput[] {
  return Array.from({ length: count }, (_, index) => {
    const customer = customers[index % customers.length]!;
    const item = Math.floor(index / customers.length);
    const cents = basePriceCents + item;
    return {
      entity_ref: items[item]!.sku,
      changes: [{ field: "price", from: priceText(cents), to: priceText(cents + 4) }],
      context: { customer: customer.name },
    };
  });
}

let rolls = 0;
export const priceRoll = (lines: RollLineInput[], more: Record<string, unknown> = {}) => ({
  action_type: "bulk_price_roll",
  entity_type: "price_roll",
  entity_ref: `ROLL-${(rolls += 1)}`,
  lines,
  ...more,
});

export const lineKey = (world: World, actionId: number, lineNo: number) =>
  `cs-${world.tenantId}-${actionId}-${lineNo}`;

/** How the lines of a roll stand, by status. */
export async function lineStatuses(world: World, actionId: number): Promise<Record<string, number>> {
  const rows = await world.owner<{ status: string; count: number }[]>`
    SELECT status, count(*)::int AS count FROM ns_pending_pushes
    WHERE action_id = ${actionId} GROUP BY status ORDER BY status`;
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

export async function lineStatus(world: World, actionId: number, lineNo: number): Promise<string> {
  const [row] = await world.owner<{ status: string }[]>`
    SELECT status FROM ns_pending_pushes WHERE action_id = ${actionId} AND line_no = ${lineNo}`;
  return row!.status;
}

/** Changes of prices by action key, over all lines of a roll, from the account's own ledger. */
export async function pricesWrittenByLine(
  account: Account,
  world: World,
  actionId: number,
): Promise<Map<string, number>> {
  const { commits } = await account.control("GET", "ledger");
  const counts = new Map<string, number>();
  for (const { action_key, record } of commits as Commit[]) {
    if (record.type !== "customer" || !action_key?.startsWith(`cs-${world.tenantId}-${actionId}-`)) continue;
    counts.set(action_key, (counts.get(action_key) ?? 0) + 1);
  }
  return counts;
}
