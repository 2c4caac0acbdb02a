import type { FaultKind } from "../faults/fault";
import { type SimulatorOptions, startSimulator } from "../start-simulator";
import type { Commit } from "../store/stored-record";
import { callRestlet, testCredentials } from "./signed-call";

export { testCredentials };

/** A simulated account over real HTTP, and requests that suit its company. */
export async function openAccount(options: Partial<SimulatorOptions> = {}) {
  const simulator = await startSimulator({ port: 0, latencyMs: 0, credentials: testCredentials, ...options });
  const control = async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
    const response = await fetch(`${simulator.url}/_sim/${path}`, { method, body: JSON.stringify(body) });
    return { ...((await response.json()) as object), httpStatus: response.status };
  };
  const record = (type: string, id: string) => `records/${type}/${encodeURIComponent(id)}`;
  return {
    simulator,
    control,
    call: (request: unknown) => callRestlet(simulator.restletUrl, request),
    look: (type: string, id: string) => control("GET", record(type, id)),
    edit: (type: string, id: string, fields: Record<string, unknown>) =>
      control("PATCH", record(type, id), fields),
    remove: (type: string, id: string) => control("DELETE", record(type, id)),
    fault: (kind: FaultKind, more: Record<string, unknown> = {}) =>
      control("POST", "faults", { kind, ...more }),
    async commits(key: string): Promise<Commit[]> {
      const { commits } = await control("GET", `ledger?key=${encodeURIComponent(key)}`);
      return commits as Commit[];
    },
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
