import { setTimeout } from "node:timers/promises";
import { readPush } from "@/db/queries/pushes/pushes";
import type { Gateway } from "@/lib/gateway/context";
import { type DueLines, type ReadAhead, judgePush } from "./push-facts";

/** Older facts are read anew. A request comes back from Inngest within ten milliseconds, if to this process. */
const freshMs = 250;
/** The delay before reading: it leaves the processors and Postgres to the engine, which takes the request in. */
const headStartMs = 2;
/** A process whose requests go to others, or are answered late, reads no more than these in vain. */
const readingsMax = 2;

/** @throws the database's error. */
export async function readDueLines(tenantId: number, pushId: number, gateway: Gateway): Promise<DueLines> {
  const rows = await readPush(gateway.database, tenantId, pushId);
  const due = rows?.due ?? [];
  const isOnly = due.length === 1 && due[0]!.id === pushId;
  return { due, only: rows && isOnly ? judgePush(tenantId, rows) : null };
}

/**
 * Reads the facts that a push is judged by while its request travels. The lease compares the policy, the switches and the action with the
 * tables, as it does after any reading.
 */
export function readAhead(tenantId: number, pushId: number, gateway: Gateway): void {
  const { pushesAhead: kept } = gateway;
  const at = gateway.clock.now().getTime();
  for (const [key, reading] of kept) if (!isFresh(reading, at)) kept.delete(key);
  if (kept.size >= readingsMax) return;
  const lines = setTimeout(headStartMs)
    .then(() => readDueLines(tenantId, pushId, gateway))
    .then(
      (read) => read.only && read,
      () => null,
    );
  kept.set(keyOf(tenantId, pushId), { lines, at });
}

/** Null: none was made, or it is too old. Each reading serves one call. */
export async function takeAhead(
  tenantId: number,
  pushId: number,
  { pushesAhead: kept, clock }: Gateway,
): Promise<DueLines | null> {
  const reading = kept.get(keyOf(tenantId, pushId));
  kept.delete(keyOf(tenantId, pushId));
  return reading && isFresh(reading, clock.now().getTime()) ? reading.lines : null;
}

const isFresh = ({ at }: ReadAhead, now: number) => now >= at && now - at < freshMs;

const keyOf = (tenantId: number, pushId: number) => `${tenantId}/${pushId}`;
