import { request } from "node:http";
import { distributor } from "@countersign/netsuite-simulator/company";
import { call } from "../support/http/call";
import { expectStatus } from "../support/http/request";
import { installation } from "../support/installation";
import { createByAdmin } from "../support/people/people";
import { expect, test } from "../support/test";

/** Many proposals of one key at once, which are looked at one after the other. */

const note = (text: string) => ({
  action_type: "ar_note",
  entity_type: "customer",
  entity_ref: distributor.customers[0]!.name,
  changes: [{ field: "note", to: `Burst: ${text}` }],
});

test("each of a burst is answered, and as many are taken in as the agent may propose", async () => {
  const { key: token } = await createByAdmin({ proposals_per_minute_max: 10 });
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, at) => call("proposeAction", { token }, note(String(at)))),
  );
  const taken = answers.filter(({ status }) => status === 201);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(answers.length - taken.length);
  // A bucket of ten fills by one in six seconds.
  expect(taken.length).toBeGreaterThanOrEqual(10);
  expect(taken.length).toBeLessThanOrEqual(15);
  for (const answer of taken) {
    const { id } = expectStatus<{ id: number }>(answer, 201);
    await call("withdrawProposal", { token }, { id });
  }
});

test("a proposal whose body does not come holds the agent's next one up for a second, and no longer", async () => {
  const { key: token } = await createByAdmin();
  const half = request(`${installation().url}/api/v1/proposals`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "content-length": "1000",
    },
  });
  half.on("error", () => {});
  await new Promise((sent) => half.write('{"action_type":', sent));
  // The half one stays open until this one is answered.
  const { id } = expectStatus<{ id: number }>(
    await call("proposeAction", { token }, note("beside a half one")),
    201,
  );
  half.destroy();
  await call("withdrawProposal", { token }, { id });
});
