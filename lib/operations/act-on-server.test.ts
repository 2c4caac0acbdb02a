import { beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { AppError } from "@/lib/core/errors";
import { pageOwnerOf } from "@/lib/core/access/page-owner";
import type { Person } from "@/lib/core/access/principal";
import { actOnServer } from "./act-on-server";
import { Answer, type Operation } from "./frame/operation";
import { OPERATIONS } from "./index";

const asking = vi.hoisted(() => ({ person: null as Person | null, refuseOrigin: false }));
vi.mock("next/headers", () => ({ headers: async () => new Headers({ "x-correlation-id": "page-1" }) }));
vi.mock("@/lib/auth/session/session", () => ({ currentPerson: async () => asking.person }));
vi.mock("@/lib/auth/request/same-origin", () => ({
  assertSameOrigin: async () => {
    if (asking.refuseOrigin) throw new AppError("origin_refused", "Not from our pages.");
  },
}));

const person: Person = {
  kind: "person",
  userId: 1,
  tenantId: 1,
  tenantSlug: "t",
  tenantName: "T",
  name: "Ada",
  email: "ada@t.example",
  role: "admin",
  via: "session",
  secondFactorProven: true,
};
const owner = pageOwnerOf(person);
beforeEach(() => {
  Object.assign(asking, { person, refuseOrigin: false });
  vi.restoreAllMocks();
});

const codeOf = async (name: unknown, input: unknown = {}) => {
  const answered = await actOnServer(name, input, owner);
  return answered.ok ? "ok" : answered.problem.code;
};
const stub = (name: keyof typeof OPERATIONS, result: unknown = { done: true }) =>
  vi.spyOn(OPERATIONS[name] as Operation, "verb").mockResolvedValue(result);

test("an operation that no page may call is not found: not an agent's, not a read, not a member of the list's prototype", async () => {
  const closed = Object.entries<Operation>(OPERATIONS).filter(([, operation]) => !operation.onPage);
  expect(closed.some(([, { caller }]) => caller === "agent")).toBe(true);
  for (const [name] of closed) {
    const verb = stub(name as keyof typeof OPERATIONS);
    expect(await codeOf(name), name).toBe("not_found");
    expect(verb).not.toHaveBeenCalled();
  }
  for (const name of ["constructor", "__proto__", "toString", "", null, 7, ["decideAction"], undefined])
    expect(await codeOf(name), String(name)).toBe("not_found");
});

test("no operation of agents or scrapers is marked for pages", () => {
  const marked = Object.values<Operation>(OPERATIONS).filter(({ onPage }) => onPage);
  expect([...new Set(marked.map(({ caller }) => caller))].sort()).toEqual(["anybody", "person"]);
});

test("a forged origin is refused before anything else, and somebody signed out before the input is read", async () => {
  const verb = stub("drainPushes");
  asking.refuseOrigin = true;
  expect(await codeOf("drainPushes")).toBe("origin_refused");
  expect(await codeOf("no such thing")).toBe("origin_refused");
  Object.assign(asking, { person: null, refuseOrigin: false });
  expect(await codeOf("drainPushes", { odd: 1 })).toBe("unauthenticated");
  expect(verb).not.toHaveBeenCalled();
});

test("a page's input is one flat object: the address, the body and the headers by their names, checked", async () => {
  const verb = stub("decideAction");
  const input = { id: 7, decision: "approve", payload_hash: "0".repeat(64), edit_token: "cse_1" };
  expect(await actOnServer("decideAction", input, owner)).toEqual({ ok: true, result: { done: true } });
  expect(verb).toHaveBeenCalledWith(
    person,
    input,
    expect.objectContaining({ channel: "page", correlationId: "page-1" }),
  );
  verb.mockClear();
  for (const [field, bad] of [
    ["id", { ...input, id: "7" }],
    ["id", { ...input, id: 0 }],
    ["edit_token", { ...input, edit_token: "x".repeat(501) }],
    ["payload_hash", { ...input, payload_hash: "x" }],
    ["tenant_id", { ...input, tenant_id: 2 }],
    ["constructor", { ...input, constructor: 2 }],
  ] as const) {
    const answered = await actOnServer("decideAction", bad, owner);
    expect(answered, field).toMatchObject({ ok: false, problem: { status: 422, errors: [{ path: field }] } });
  }
  for (const odd of [null, "text", 7, [input], undefined])
    expect(await codeOf("decideAction", odd)).toBe("validation_failed");
  expect(await codeOf("drainPushes", { any: "thing" })).toBe("validation_failed");
  expect(verb).not.toHaveBeenCalled();
});

test("a result with a status of its own reaches the page without it, and a fault without its words", async () => {
  const verb = stub("drainPushes", new Answer(201, { requested: 1 }));
  expect(await actOnServer("drainPushes", {}, owner)).toEqual({ ok: true, result: { requested: 1 } });
  verb.mockRejectedValue(new Error("Failed query: secret"));
  await expect(actOnServer("drainPushes", {}, owner)).rejects.toThrow(/log says why under page-1$/);
});

test("somebody who cannot sign in yet reaches the one operation for anybody", async () => {
  asking.person = null;
  const verb = stub("redeemPasswordLink", { email: "a@b.example" });
  expect(await codeOf("redeemPasswordLink", { token: "csl_1", password: "three unrelated words" })).toBe(
    "ok",
  );
  expect(verb).toHaveBeenCalledWith(null, expect.anything(), expect.anything());
  expect(z.object({ token: z.string() }).safeParse(verb.mock.calls[0]![1]).success).toBe(true);
});

test("an administrator without a second factor reaches the steps that prove one, and no other", async () => {
  asking.person = { ...person, secondFactorProven: false };
  const steps = Object.entries<Operation>(OPERATIONS).filter(
    ([, { beforeSecondFactor }]) => beforeSecondFactor,
  );
  expect(steps.map(([name]) => name)).toEqual([
    "beginStepUp",
    "proveSession",
    "beginSecondFactor",
    "confirmSecondFactor",
    "askPasskey",
  ]);
  for (const [name, operation] of Object.entries<Operation>(OPERATIONS)) {
    if (!operation.onPage || operation.caller !== "person" || operation.beforeSecondFactor) continue;
    const answered = await actOnServer(name, {}, owner);
    expect(answered, name).toMatchObject({ ok: false, problem: { code: "second_factor_needed" } });
  }
});

test("a page of somebody else or of another company changes nothing, and one of nobody proves a second factor at most", async () => {
  const decide = stub("decideAction");
  const prove = stub("proveSession");
  const input = { id: 7, decision: "approve", payload_hash: "0".repeat(64) };
  const others = [pageOwnerOf({ ...person, userId: 2 }), pageOwnerOf({ ...person, tenantId: 2 })];
  for (const other of [...others, null, undefined, "", 7, [owner]]) {
    const answered = await actOnServer("decideAction", input, other);
    expect(answered, String(other)).toMatchObject({ ok: false, problem: { code: "unauthenticated" } });
  }
  expect(decide).not.toHaveBeenCalled();
  const proof = { factor: { type: "totp", code: "123456" } };
  for (const other of others)
    expect(await actOnServer("proveSession", proof, other)).toMatchObject({ ok: false });
  expect(prove).not.toHaveBeenCalled();
  expect(await actOnServer("proveSession", proof, "")).toMatchObject({ ok: true });
});
