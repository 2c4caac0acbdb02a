import { listActions } from "../support/http/api";
import { call } from "../support/http/call";
import { expectStatus } from "../support/http/request";
import { newMarker, proposeLow } from "../support/proposals/proposals";
import { expectProblem } from "../support/http/refusal";
import { breakNext, countFaults, endAllFaults } from "../support/simulator";
import { expect, test } from "../support/test";

test.afterEach(endAllFaults);

/** Longer than a read waits for its turn, which is ten seconds (docs/adr/0058). */
const slowReadMs = 14_000;

test("a proposal whose read finds no place among ours is put off: 503 reads_busy, Retry-After, and nothing stored", async () => {
  const marker = newMarker();
  const { id } = await proposeLow({ marker });
  const propose = () =>
    call("proposeAction", "agent", {
      action_type: "ar_note",
      entity_type: "customer",
      entity_ref: "Bluestem Bistro Group",
      changes: [{ field: "note", to: `Called at noon (${marker})` }],
      context: { ticket: marker },
    });
  // Somebody else's reading has the only place that this process gives to reads.
  await breakNext({ kind: "slow_answer", op: "read", delay_ms: slowReadMs });
  const reading = call("readLive", "approver", { id });
  await expect.poll(countFaults).toBe(0);
  const putOff = await propose();
  expectProblem(putOff, "reads_busy");
  expect(Number(putOff.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await listActions(`q=${marker}&limit=10`)).items.map((item) => item.id)).toEqual([id]);
  expectStatus(await reading, 200);
  expectStatus(await propose(), 201);
});
