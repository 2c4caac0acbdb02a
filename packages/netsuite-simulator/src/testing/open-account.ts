import type { FaultKind } from "../faults/fault";
import { type SimulatorOptions, startSimulator } from "../start-simulator";
import { callRestlet, testCredentials } from "./signed-call";

/** A simulated account over real HTTP, with two requests that suit its company. */
export async function openAccount(options: Partial<SimulatorOptions> = {}) {
  const simulator = await startSimulator({ port: 0, latencyMs: 0, credentials: testCredentials, ...options });
  const control = async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
    const response = await fetch(`${simulator.url}/_sim/${path}`, { method, body: JSON.stringify(body) });
    return { ...((await response.json()) as object), httpStatus: response.status };
  };
  return {
    control,
    call: (request: unknown) => callRestlet(simulator.restletUrl, request),
    look: (type: string, id: string) => control("GET", `records/${type}/${encodeURIComponent(id)}`),
    remove: (type: string, id: string) => control("DELETE", `records/${type}/${encodeURIComponent(id)}`),
    fault: (kind: FaultKind, more: Record<string, unknown> = {}) =>
      control("POST", "faults", { kind, ...more }),
    commitCount: async (key: string) => (await control("GET", `ledger?key=${key}`)).count,
    close: () => simulator.stop(),
  };
}

const target = { item: "10472", bid: "B5875", customer: "Driscoll's" };

export const readPrice = { v: 1, op: "read", action_type: "bid_price_update", target, fields: ["price"] };

/** Writes the price of a bid. The hash is that of the price alone, so that one key may be sent again. */
export const writePrice = (key: string, to = "1.48") => ({
  v: 1,
  op: "write",
  action_key: key,
  action_type: "bid_price_update",
  payload_hash: `hash of ${to}`,
  target,
  changes: [{ field: "price", to }],
});

export const writeNote = (key: string) => ({
  v: 1,
  op: "write",
  action_key: key,
  action_type: "ar_note",
  payload_hash: "hash of a note",
  target: { customer: "Coastal Pantry", title: "Call with accounts payable" },
  changes: [{ field: "note", from: null, to: "Promised to pay on Friday." }],
});
