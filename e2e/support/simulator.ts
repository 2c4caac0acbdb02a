import { installation } from "./installation";

/** The simulated account as its auditor sees it, and as a colleague working in it changes it. */

export async function readRecord(type: string, id: string): Promise<Record<string, unknown>> {
  return control(`records/${type}/${encodeURIComponent(id)}`);
}

export async function editRecord(type: string, id: string, fields: Record<string, unknown>): Promise<void> {
  await control(`records/${type}/${encodeURIComponent(id)}`, "PATCH", fields);
}

/** How many times the action was committed in the account. */
export async function countCommits(actionKey: string): Promise<number> {
  return (await control<{ count: number }>(`ledger?key=${encodeURIComponent(actionKey)}`)).count;
}

export async function breakNext(fault: Record<string, unknown>): Promise<void> {
  await control("faults", "POST", fault);
}

/** Faults that have not struck as often as they should. */
export async function countFaults(): Promise<number> {
  return (await control<{ faults: unknown[] }>("faults")).faults.length;
}

export async function endAllFaults(): Promise<void> {
  await control("faults", "DELETE");
}

async function control<T = Record<string, unknown>>(
  path: string,
  method = "GET",
  body?: unknown,
): Promise<T> {
  const answer = await fetch(`${installation().simulatorUrl}/_sim/${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`The simulator refused ${method} ${path}: ${await answer.text()}`);
  return (await answer.json()) as T;
}
