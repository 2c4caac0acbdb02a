import { rmSync } from "node:fs";
import { distributor } from "@countersign/netsuite-simulator/company";
import { Countersign, ConflictingProposalError } from "@countersign/sdk";
import { call } from "../support/http/call";
import { countersign, home } from "../support/clients/command-line";
import { expectStatus } from "../support/http/request";
import { installation } from "../support/installation";
import { createByAdmin } from "../support/people/people";
import { expect, test } from "../support/test";

/** An agent's other value for a record and field, at each of its doors: it learns what waits, and where, and withdraws it. */

test.afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Items of which no other test asks for a list price here. */
const items = distributor.items.slice(0, 3).map(({ sku }) => sku);

test("over HTTP it names the proposal that waits, its page, and the field with the value that waits", async () => {
  const { key: token } = await createByAdmin();
  const ask = (to: string) =>
    call(
      "proposeAction",
      { token },
      {
        action_type: "item_price_update",
        entity_type: "item",
        entity_ref: items[0]!,
        changes: [{ field: "price", to }],
      },
    );
  const first = expectStatus<{ id: number; url: string }>(await ask("51.25"), 201);
  const refusal = expectStatus<Record<string, unknown>>(await ask("51.5"), 409);
  expect(refusal).toMatchObject({
    code: "conflicting_proposal",
    id: first.id,
    url: first.url,
    errors: [{ path: "changes[0].to", message: expect.stringContaining("waits as 51.25") }],
  });
  const again = expectStatus<{ id: number }>(await ask("51.25"), 200);
  expect(again.id).toBe(first.id);
  await call("withdrawProposal", { token }, { id: first.id });
  const { id } = expectStatus<{ id: number }>(await ask("51.5"), 201);
  await call("withdrawProposal", { token }, { id });
});

test("the SDK throws an error of its own with the proposal to withdraw", async () => {
  const { key: agentKey } = await createByAdmin();
  const cs = new Countersign({ url: installation().url, agentKey });
  const ask = (to: number) => cs.propose.listPrice({ sku: items[1]!, to });
  const first = await ask(51.25);
  const error = await ask(51.5).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ConflictingProposalError);
  expect(error).toMatchObject({
    proposalId: first.id,
    proposalUrl: first.url,
    errors: [{ path: "to" }],
    retryAfterMs: null,
  });
  await cs.proposals.withdraw((error as ConflictingProposalError).proposalId);
  await cs.proposals.withdraw((await ask(51.5)).id);
});

test("the command line says which proposal waits, and with which value", async () => {
  const { key } = await createByAdmin();
  const env = { COUNTERSIGN_URL: installation().url, COUNTERSIGN_AGENT_KEY: key };
  const ask = (to: string, ...more: string[]) =>
    countersign(["propose", "list-price", "--sku", items[2]!, "--to", to, ...more], { env });
  const { id } = JSON.parse((await ask("51.25", "--json")).stdout) as { id: number };
  const refused = await ask("51.5");
  expect(refused.stdout).toBe("");
  expect(refused.stderr).toContain(`#${id}`);
  expect(refused.stderr).toContain("waits as 51.25");
  expect(refused.code).not.toBe(0);
  await countersign(["withdraw", String(id)], { env });
});
