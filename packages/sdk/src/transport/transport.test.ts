import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Countersign } from "../countersign.js";
import { ApiError, ConfigError, ConnectionError, UnexpectedAnswerError } from "../errors.js";
import { answer, networkFault, problem, scriptedFetch, view } from "../testing/scripted-fetch.js";

const url = "https://countersign.test";
const agentKey = "csk_secret";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function clientOf(answers: Parameters<typeof scriptedFetch>[0], more: object = {}) {
  const { requests, fetch } = scriptedFetch(answers);
  return { requests, client: new Countersign({ url, agentKey, fetch, ...more }) };
}

/** The result, with all pauses passed over. */
async function settle<T>(work: Promise<T>): Promise<T | Error> {
  const settled = work.catch((error: Error) => error);
  await vi.runAllTimersAsync();
  return settled;
}

const note = { customer: "Coastal Pantry", note: "Promised payment." };

test("a proposal whose connection broke is repeated under the same key, with the same body", async () => {
  const { requests, client } = clientOf([
    networkFault("ECONNRESET"),
    problem(503, "unavailable"),
    answer(201, view()),
  ]);
  const proposal = await settle(client.propose.arNote(note));
  expect(proposal).toMatchObject({ id: 7, created: true });
  const keys = requests.map(({ headers }) => headers["idempotency-key"]);
  expect(keys).toEqual([keys[0], keys[0], keys[0]]);
  expect(keys[0]).toMatch(/^sdk-[0-9a-f-]{36}$/);
  expect(requests[2]!.body).toEqual(requests[0]!.body);
});

test("a run and a question are repeated as the same ones too", async () => {
  const { requests, client } = clientOf([
    networkFault("ECONNRESET"),
    answer(201, view()),
    networkFault("ECONNRESET"),
    answer(201, view()),
  ]);
  await settle(client.runs.start({ workflow: "bid-repricing" }));
  await settle(
    client.questions.ask({
      interaction_type: "approval",
      request_data: { message: "Go on?" },
      responders: [{ role: "approver" }],
    }),
  );
  const [first, second, third, fourth] = requests;
  expect(second!.body).toEqual(first!.body);
  expect(first!.body).toMatchObject({ trigger_ref: expect.stringMatching(/^sdk-/) });
  expect(fourth!.headers["idempotency-key"]).toBe(third!.headers["idempotency-key"]);
  expect(third!.headers["idempotency-key"]).toMatch(/^sdk-/);
});

test.each([408, 429, 500, 502, 503, 504])("a %i is repeated three times, and then thrown", async (status) => {
  const { requests, client } = clientOf(Array.from({ length: 4 }, () => problem(status, "unavailable")));
  expect(await settle(client.proposals.get(7))).toMatchObject({ name: "ApiError", status });
  expect(requests).toHaveLength(4);
});

test.each([
  [400, "malformed_request"],
  [401, "unauthenticated"],
  [403, "policy_denied"],
  [404, "not_found"],
  [409, "idempotency_conflict"],
  [422, "validation_failed"],
  [429, "too_many_pending"],
  [429, "approvers_behind"],
])("a %i %s is thrown at once: a repetition would not help", async (status, code) => {
  const { requests, client } = clientOf([problem(status, code)]);
  expect(await settle(client.proposals.get(7))).toMatchObject({ name: "ApiError", status, code });
  expect(requests).toHaveLength(1);
});

test("Retry-After is waited for, and a little longer by chance", async () => {
  const { requests, client } = clientOf([
    problem(429, "rate_limited", {}, { "retry-after": "20" }),
    answer(200, view()),
  ]);
  const work = client.proposals.get(7);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(requests).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(500);
  expect(requests).toHaveLength(2);
  expect(await work).toEqual(view());
});

test("a Retry-After of more than a minute is the caller's to wait for", async () => {
  const { requests, client } = clientOf([problem(429, "rate_limited", {}, { "retry-after": "3600" })]);
  expect(await settle(client.proposals.get(7))).toMatchObject({
    code: "rate_limited",
    retryAfterMs: 3_600_000,
  });
  expect(requests).toHaveLength(1);
});

test("pauses double, and half of each is left to chance", async () => {
  const pausesWith = async (chance: number) => {
    const random = vi.spyOn(Math, "random").mockReturnValue(chance);
    const { client } = clientOf(Array.from({ length: 4 }, () => networkFault("ECONNREFUSED")));
    const startedAt = Date.now();
    await settle(client.proposals.get(7));
    random.mockRestore();
    return Date.now() - startedAt;
  };
  expect(await pausesWith(0)).toBe(250 + 500 + 1_000);
  expect(await pausesWith(1)).toBe(500 + 1_000 + 2_000);
});

test.each([
  ["ECONNREFUSED", "refused", "Nothing answers at https://countersign.test"],
  ["ENOTFOUND", "unknown_host", "There is no host countersign.test"],
  ["ECONNRESET", "lost", "broke before an answer came"],
])("%s is a ConnectionError that says %s", async (code, fault, words) => {
  const { client } = clientOf([networkFault(code)], { retriesMax: 0 });
  const error = await settle(client.proposals.create({} as never, { idempotencyKey: "k1" }));
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).toMatchObject({ fault, idempotencyKey: "k1", message: expect.stringContaining(words) });
});

test("a certificate that is not trusted is not tried again", async () => {
  const { requests, client } = clientOf([networkFault("SELF_SIGNED_CERT_IN_CHAIN")]);
  expect(await settle(client.proposals.get(7))).toMatchObject({ fault: "certificate" });
  expect(requests).toHaveLength(1);
});

test("a server that never answers ends each attempt after its time", async () => {
  const { client } = clientOf(["hang"], { retriesMax: 0, attemptTimeoutMs: 5_000 });
  expect(await settle(client.proposals.get(7))).toMatchObject({
    fault: "timeout",
    message: "https://countersign.test did not answer within 5 s.",
  });
});

test.each<[string, Response, string]>([
  ["a page", new Response("<html>", { headers: { "content-type": "text/html" } }), "with text/html"],
  [
    "an error page",
    new Response("nope", { status: 404, headers: { "content-type": "text/html" } }),
    "answered 404",
  ],
  [
    "JSON of somebody else's",
    answer(404, { message: "no" }, { "content-type": "application/json" }),
    "answered 404",
  ],
  [
    "JSON that is none",
    new Response("{", { headers: { "content-type": "application/json" } }),
    "answered 200",
  ],
  ["null", answer(200, null), "answered 200"],
  [
    "a redirect",
    new Response(null, { status: 308, headers: { location: "https://other.test/x?k=1" } }),
    "redirects to https://other.test: use that address",
  ],
  [
    "a redirect to a page of sign-in",
    new Response(null, { status: 307, headers: { location: "/sign-in?to=1" } }),
    "redirects to /sign-in, as",
  ],
])("%s is no answer of Countersign's, and the address is named", async (_name, response, words) => {
  const { requests, client } = clientOf([response]);
  const error = await settle(client.proposals.get(7));
  expect(error).toBeInstanceOf(UnexpectedAnswerError);
  expect((error as Error).message).toContain(url);
  expect((error as Error).message).toContain(words);
  expect(requests).toHaveLength(1);
});

test("a page of a proxy with 502 is repeated", async () => {
  const { client } = clientOf([new Response("<html>", { status: 502 }), answer(200, view())]);
  expect(await settle(client.proposals.get(7))).toEqual(view());
});

test("an abort ends a request and a pause at once, with the caller's reason", async () => {
  const reason = new Error("enough");
  for (const answers of [["hang"] as const, [networkFault("ECONNREFUSED")]]) {
    const { client } = clientOf(answers);
    const controller = new AbortController();
    const work = client.proposals.get(7, { signal: controller.signal }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1);
    controller.abort(reason);
    expect(await work).toBe(reason);
  }
});

test("a refusal names each field, its code and the id to quote, and never the key", async () => {
  const errors = [{ path: "changes[0].to", message: "must be decimal" }];
  const { client } = clientOf([problem(422, "validation_failed", { errors, correlation_id: "c-1" })]);
  const error = (await settle(client.proposals.create({} as never))) as ApiError;
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ errors, correlationId: "c-1" });
  expect(error.message).toBe("It is validation_failed. (changes[0].to must be decimal)");
  expect(JSON.stringify(error) + error.stack).not.toContain(agentKey);
});

test.each<[string, object, string]>([
  ["no address", { url: undefined }, "COUNTERSIGN_URL"],
  ["no key", { agentKey: undefined }, "COUNTERSIGN_AGENT_KEY"],
  ["an address that is none", { url: "countersign" }, "reads like https://"],
  ["another protocol", { url: "ftp://countersign.test" }, "not ftp:"],
  ["a password in the address", { url: "https://a:hunter2@countersign.test" }, "no password"],
  ["a query in the address", { url: "https://countersign.test/?a=1" }, "neither ? nor #"],
  ["a key with a line end", { agentKey: "csk_secret\n" }, "COUNTERSIGN_AGENT_KEY cannot be sent"],
])("with %s there is no client, and the error says what to set", (_name, more, words) => {
  vi.stubEnv("COUNTERSIGN_URL", "");
  vi.stubEnv("COUNTERSIGN_AGENT_KEY", "");
  const open = () => new Countersign({ url, agentKey, ...more });
  expect(open).toThrow(ConfigError);
  expect(open).toThrow(words);
  expect(open).not.toThrow(/hunter2|csk_secret/);
  vi.unstubAllEnvs();
});

test("address and key come from the environment, and a path of the address is kept", async () => {
  vi.stubEnv("COUNTERSIGN_URL", "https://proxy.test/countersign/");
  vi.stubEnv("COUNTERSIGN_AGENT_KEY", "csk_other");
  const { requests, fetch } = scriptedFetch([answer(200, view())]);
  await new Countersign({ fetch }).proposals.get(7);
  vi.unstubAllEnvs();
  expect(requests[0]).toMatchObject({
    url: "https://proxy.test/countersign/api/v1/proposals/7",
    headers: { authorization: "Bearer csk_other" },
  });
});

test("a cancellation whose answer was lost answers what the first one did; another refusal is thrown", async () => {
  const cancelled = view({ status: "cancelled", cancelled_by: "agent" });
  const lost = clientOf([networkFault("ECONNRESET"), problem(409, "run_is_over"), answer(200, cancelled)]);
  expect(await settle(lost.client.runs.cancel(7))).toEqual(cancelled);
  const requests = clientOf([problem(409, "nothing_to_do"), answer(200, cancelled)]);
  expect(await settle(requests.client.questions.cancel(7))).toEqual(cancelled);
  const over = clientOf([
    problem(409, "run_is_over"),
    answer(200, view({ status: "succeeded", cancelled_by: null })),
  ]);
  expect(await settle(over.client.runs.cancel(7))).toMatchObject({ code: "run_is_over" });
});
