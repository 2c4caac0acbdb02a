import { describe, expect, test } from "vitest";
import { TOOL_EXAMPLES } from "@/app/kit/testing/examples";
import { DEFINITIONS } from "@/lib/action-types/registry";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { agentKeyIn, installWorld } from "@/lib/operations/testing/over-http";
import { MODES, connect } from "./testing/client";
import { refusalOf, toolOf } from "./testing/tools";
import { TOOLS } from "./tools/index";

const world = await useWorld();
installWorld(world);

const note = { customer: "Coastal Pantry", note: "A promise to pay on Friday." };
const price = { sku: "10472", bidId: "B5875", to: "1.44" };
const pendingOf = async (id: number) =>
  (
    await world.owner`SELECT reason, conversation_ref, action_type FROM proposed_actions WHERE id = ${id}`
  )[0]!;

describe.each(MODES)("a client of the mode %s", (mode) => {
  const asNew = async (name: string) => connect(await agentKeyIn(world, `${name}-${mode}`), mode);

  test("sees every tool in one order, with schemas of both sides, and none that decides", async () => {
    const client = await asNew("looker");
    const first = (await client.listTools()).tools;
    expect(first.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name));
    expect((await (await asNew("another")).listTools()).tools).toEqual(first);
    const names = first.map(({ name }) => name);
    expect(names.filter((name) => name.startsWith("propose_"))).toEqual(
      DEFINITIONS.map(({ tool }) => tool.name),
    );
    expect(names.filter((name) => /approve|reject|decide|sign|confirm|respond/.test(name))).toEqual([]);
    for (const { name, title, description, inputSchema, outputSchema, annotations } of first) {
      expect(title!.length, name).toBeGreaterThan(4);
      expect(description!.length, name).toBeGreaterThan(30);
      expect(inputSchema, name).toMatchObject({ type: "object", additionalProperties: false });
      expect(outputSchema, name).toMatchObject({ type: "object", required: expect.arrayContaining([]) });
      expect(Object.values(annotations!), name).toHaveLength(4);
    }
    // Every client loads the whole list before its first call.
    for (const tool of first) expect(JSON.stringify(tool).length, tool.name).toBeLessThan(8_000);
  });

  test("is told which tools only read, and that proposing destroys nothing", async () => {
    const { tools } = await (await asNew("hints")).listTools();
    const reading = tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name);
    expect(reading).toEqual(["wait_for_decision", "get_proposal", "list_proposals", "get_run"]);
    for (const { name, annotations } of tools.filter((tool) => tool.name.startsWith("propose_")))
      expect(annotations, name).toEqual({
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      });
  });

  test("proposes with every tool, in the words of its action type", async () => {
    for (const [name, words] of Object.entries(TOOL_EXAMPLES)) {
      // Some examples name one record and field, which one agent proposes one value for at a time.
      const client = await asNew(`every-${name.replaceAll("_", "-")}`);
      const proposal = await toolOf(client, name, { ...words, reason: "Because", conversationRef: "c" });
      expect(proposal, name).toMatchObject({ status: "pending", created: true });
      expect(await pendingOf(proposal.id)).toEqual({
        reason: "Because",
        conversation_ref: "c",
        action_type: DEFINITIONS.find(({ tool }) => tool.name === name)!.type,
      });
    }
  });

  test("gets the same proposal for the same arguments while it waits, also for another reason", async () => {
    const client = await asNew("repeating");
    const first = await toolOf(client, "propose_ar_note", note);
    expect(first.created).toBe(true);
    expect(await toolOf(client, "propose_ar_note", note)).toEqual({ ...first, created: false });
    const again = await toolOf(client, "propose_ar_note", { ...note, reason: "Another one" });
    expect(again).toMatchObject({ id: first.id, created: false });
    const other = await toolOf(await asNew("repeating-too"), "propose_ar_note", note);
    expect(other.created).toBe(true);
    expect(other.id).not.toBe(first.id);
    await toolOf(client, "withdraw_proposal", { id: first.id });
    const afterwards = await toolOf(client, "propose_ar_note", note);
    expect(afterwards.created).toBe(true);
    expect(afterwards.id).not.toBe(first.id);
  });

  test("gets its waiting proposal also where no more of its may wait", async () => {
    const name = `full-${mode}`;
    const client = await connect(await agentKeyIn(world, name), mode);
    await world.owner`UPDATE agents SET pending_max = 1 WHERE name = ${name}`;
    const { id } = await toolOf(client, "propose_ar_note", note);
    expect(await toolOf(client, "propose_ar_note", note)).toMatchObject({ id, created: false });
    const refusal = await refusalOf(client, "propose_ar_note", { ...note, note: "One more" });
    expect(refusal).toMatchObject({ code: "too_many_pending", retry_after_seconds: 60 });
  });

  test("gets one proposal for many equal calls at once", async () => {
    const client = await asNew("burst");
    const calls = Array.from({ length: 8 }, () => toolOf(client, "propose_price_change", price));
    const answers = await Promise.all(calls);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(answers.filter(({ created }) => created)).toHaveLength(1);
  });

  test("gets its waiting proposal under another key too, which stands for it once it was withdrawn", async () => {
    const client = await asNew("keyed");
    const call = (idempotencyKey: string, more = {}) =>
      toolOf(client, "propose_ar_note", { ...note, ...more, idempotencyKey });
    const first = await call("one");
    expect(await call("one")).toMatchObject({ id: first.id, created: false });
    expect(await call("two")).toMatchObject({ id: first.id, created: false });
    await toolOf(client, "withdraw_proposal", { id: first.id });
    expect(await call("two")).toMatchObject({ id: first.id, created: false, status: "cancelled" });
    expect((await call("three")).id).not.toBe(first.id);
    const conflict = await refusalOf(client, "propose_ar_note", {
      customer: note.customer,
      note: "Another",
      idempotencyKey: "one",
    });
    expect(conflict).toMatchObject({ code: "idempotency_conflict", id: first.id });
  });

  const wrongCalls: [name: string, args: Record<string, unknown>, code: string, path: string][] = [
    ["propose_price_change", { ...price, to: "two dollars" }, "validation_failed", "to"],
    ["propose_price_change", { ...price, price: 2 }, "validation_failed", "price"],
    ["propose_price_change", { sku: "10472", bidId: "B5875" }, "validation_failed", "to"],
    ["propose_price_change", { ...price, from: "1.40" }, "from_mismatch", "from"],
    ["propose_price_change", { ...price, sku: "99999" }, "record_missing", "sku"],
    [
      "propose_price_change",
      { ...price, idempotencyKey: "two words" },
      "validation_failed",
      "idempotencyKey",
    ],
    ["propose_price_change", { ...price, expiresInSeconds: 1 }, "validation_failed", "expiresInSeconds"],
    ["propose_ar_note", { ...note, note: "nul \u0000" }, "unsupported_character", "note"],
    ["wait_for_decision", { id: "one" }, "validation_failed", "id"],
    ["wait_for_decision", { id: 1, waitSeconds: 46 }, "validation_failed", "waitSeconds"],
    ["list_proposals", { status: ["open"] }, "validation_failed", "status[0]"],
    ["get_run", { id: 0 }, "validation_failed", "id"],
    ["start_run", {}, "validation_failed", "workflow"],
  ];
  test("reads which argument was wrong, by the tool's own word for it", async () => {
    const client = await asNew("wrong");
    for (const [name, args, code, path] of wrongCalls) {
      const { errors, ...refusal } = await refusalOf(client, name, args);
      expect(refusal, path).toMatchObject({ code, correlation_id: expect.any(String) });
      expect(
        errors!.map((error) => error.path),
        name,
      ).toEqual([path]);
    }
  });

  test("is told to send a number as text where JSON would have rounded it", async () => {
    const client = await asNew("rounded");
    const refusal = await refusalOf(client, "propose_price_change", { ...price, to: 1 / 3 });
    expect(refusal).toMatchObject({ code: "number_too_long", errors: [{ path: "to" }] });
  });

  test("finds another's proposals no more than those that do not exist", async () => {
    const mine = await asNew("mine");
    const theirs = await toolOf(await asNew("theirs"), "propose_ar_note", note);
    for (const [name, more] of [
      ["get_proposal", {}],
      ["withdraw_proposal", {}],
      ["wait_for_decision", { waitSeconds: 0 }],
    ] as const) {
      const foreign = await refusalOf(mine, name, { id: theirs.id, ...more });
      const absent = await refusalOf(mine, name, { id: 987_654_321, ...more });
      expect({ ...foreign, correlation_id: "" }).toEqual({ ...absent, correlation_id: "" });
      expect(foreign.status).toBe(404);
    }
    expect((await toolOf(mine, "list_proposals", {})).items).toEqual([]);
    expect(await world.statusOf(theirs.id)).toBe("pending");
  });

  test("is refused beyond its tries, wrong ones included, and told when to come again", async () => {
    const name = `limited-${mode}`;
    const client = await connect(await agentKeyIn(world, name), mode);
    await world.owner`UPDATE agents SET proposals_per_minute_max = 2 WHERE name = ${name}`;
    await refusalOf(client, "propose_ar_note", {});
    await toolOf(client, "propose_ar_note", note);
    const refusal = await refusalOf(client, "propose_ar_note", { ...note, note: "More" });
    expect(refusal).toMatchObject({ code: "rate_limited", "violated-policies": ["agent"] });
    expect(refusal.retry_after_seconds).toBeGreaterThan(0);
  });

  test("lists its proposals page by page, by status and conversation", async () => {
    const client = await asNew("paging");
    const made: number[] = [];
    for (const ref of ["a", "b", "a"])
      made.push(
        (
          await toolOf(client, "propose_ar_note", {
            ...note,
            note: `Of ${ref} ${made.length}`,
            conversationRef: ref,
          })
        ).id,
      );
    const idsOf = async (args: Record<string, unknown>) => {
      const page = await toolOf(client, "list_proposals", args);
      return [(page.items as { id: number }[]).map(({ id }) => id), page.next_cursor];
    };
    expect(await idsOf({ limit: 2 })).toEqual([[made[2], made[1]], made[1]]);
    expect(await idsOf({ limit: 2, cursor: made[1] })).toEqual([[made[0]], null]);
    expect(await idsOf({ conversationRef: "b" })).toEqual([[made[1]], null]);
    expect(await idsOf({ status: ["applied", "rejected"] })).toEqual([[], null]);
  });
});
