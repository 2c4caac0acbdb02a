/** Changes the simulated account from outside, as its other users and its faults do. @throws Error where it refuses. */
export async function control(
  simulatorUrl: string,
  method: string,
  target: string,
  body: unknown,
): Promise<void> {
  const answer = await fetch(`${simulatorUrl}/_sim/${target}`, { method, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`The simulator refused ${method} ${target}: ${await answer.text()}`);
}
