import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { readAction } from "../support/http/api";
import { succeed } from "../support/http/call";
import { openFaultyProxy } from "../support/http/faulty-proxy";
import { installation } from "../support/installation";
import { createByAdmin } from "../support/people/people";
import { hasPython, python, runPython, withoutPython } from "../support/clients/python";
import { expect, test } from "../support/test";

/** The Python client against the running app. */

test.skip(!hasPython, withoutPython);

const unique = () => randomUUID().slice(0, 8);
const words = () => ({ customer: "Riverbend Foods", note: `Promised payment by Friday (${unique()})` });

async function decide(id: number, decision: "approve" | "reject", comment?: string) {
  const { payload_hash } = await readAction(id);
  await succeed("decideAction", "approver", { id, decision, payload_hash, ...(comment && { comment }) });
}

interface Refusal {
  name: string;
  message: string;
  status: number | null;
  code: string | null;
  fault: string | null;
  correlation_id: string | null;
  errors: [string, string][];
  /** The traceback, with the values of all local variables. */
  traceback: string;
}

test("an agent in Python proposes, is rejected with a reason, proposes again as it was told, and sees it applied", async () => {
  const wanted = `Call them on Monday (${unique()})`;
  const agent = python(
    `
cs = Countersign()
note = given["note"]
while True:
    p = cs.propose.ar_note(customer=given["customer"], note=note, reason="From the call")
    say(p.id)
    d = p.decision(timeout_seconds=120)
    if d.ok:
        break
    say([d.status, d.comment])
    note = d.comment
say([p.outcome(timeout_seconds=120).status, repr(cs)])
`,
    words(),
  );
  await expect.poll(() => agent.said.length).toBe(1);
  await decide(agent.said[0] as number, "reject", wanted);
  await expect.poll(() => agent.said.length).toBe(3);
  const second = agent.said[2] as number;
  expect(await readAction(second)).toMatchObject({ changes: [{ to: wanted }], reason: "From the call" });
  await decide(second, "approve");
  const [, rejected, , last] = await agent.ended;
  expect(rejected).toEqual(["rejected", wanted]);
  expect(last).toEqual(["applied", `Countersign(url='${installation().url}')`]);
});

test("a proposal of Python's whose answer was lost twice is one proposal, and its key stands for it from then on", async () => {
  await using proxy = await openFaultyProxy();
  proxy.loseAnswers(2);
  const { key } = await createByAdmin();
  const source = `
cs = Countersign()
p = cs.propose.ar_note(**given)
again = cs.propose.ar_note(**given, idempotency_key=p.idempotency_key)
say([p.created, again.created, again.id == p.id, again.idempotency_key == p.idempotency_key])
say(refusal(lambda: cs.propose.ar_note(customer=given["customer"], note="Another", idempotency_key=p.idempotency_key)))
say([one["id"] for one in cs.proposals.all()] == [p.id])
`;
  const env = { COUNTERSIGN_URL: proxy.url, COUNTERSIGN_AGENT_KEY: key };
  const [same, other, isAlone] = await runPython(source, words(), env);
  expect(same).toEqual([false, false, true, true]);
  expect(other).toMatchObject({
    name: "ApiError",
    status: 409,
    code: "idempotency_conflict",
    correlation_id: expect.any(String),
  });
  expect(isAlone).toBe(true);
  expect(proxy.requests.slice(0, 3)).toEqual(Array(3).fill("POST /api/v1/proposals"));
});

test("an agent in Python reads, lists, waits for and withdraws its proposals, and proposes in the API's own words", async () => {
  const { key } = await createByAdmin();
  const source = `
cs = Countersign()
first = cs.propose.ar_note(**given, options=ProposeOptions(conversation_ref="talk-7", context={"ticket": 7}))
second = cs.proposals.create({
    "action_type": "ar_note", "entity_type": "customer", "entity_ref": given["customer"],
    "changes": [{"field": "note", "to": "In its own words"}],
})
say([one["id"] for one in cs.proposals.all(status=["pending"], limit=1)] == [second.id, first.id])
say([one["id"] for one in cs.proposals.list(conversation_ref="talk-7")["items"]] == [first.id])
say(first.decision(timeout_seconds=0).status)
say([first.withdraw()["status"], first.withdraw()["status"], first.refresh()["end_reason"]])
say([first.decision().ok, second.withdraw()["status"]])
`;
  expect(await runPython(source, words(), { COUNTERSIGN_AGENT_KEY: key })).toEqual([
    true,
    true,
    "pending",
    ["cancelled", "cancelled", "withdrawn by the agent"],
    [false, "cancelled"],
  ]);
});

test("a wrong key, a wrong address and a server that is down are told apart by the Python client, and no error holds the key", async () => {
  const key = `not-a-key-${unique()}`;
  const source = `
def at(url, key=given["key"]):
    return refusal(lambda: Countersign(url, key, retries_max=0, attempt_timeout_seconds=10).proposals.list())
say(at(given["url"]))
for url in (given["url"] + "/elsewhere", given["simulator"], "http://127.0.0.1:9", "http://no-such-host.invalid"):
    say(at(url))
say(at(given["url"].replace("//", "//me:secret@")))
say(at(given["url"], given["key"] + "\\n"))
say(at(None, None) if os.environ.pop("COUNTERSIGN_AGENT_KEY") else None)
`;
  const given = { key, url: installation().url, simulator: installation().simulatorUrl };
  const said = (await runPython(source, given)) as Refusal[];
  expect(said.map(({ name, fault, code }) => [name, fault ?? code])).toEqual([
    ["ApiError", "unauthenticated"],
    ["UnexpectedAnswerError", null],
    ["UnexpectedAnswerError", null],
    ["NoAnswerError", "refused"],
    ["NoAnswerError", "unknown_host"],
    ["ConfigError", null],
    ["ConfigError", null],
    ["ConfigError", null],
  ]);
  expect(said[1]!.message).toContain("check the address");
  expect(said[3]!.message).toBe("Nothing answers at http://127.0.0.1:9: is Countersign running there?");
  // The program's own line holds it; the client's frames must not.
  for (const { traceback, message } of said) {
    expect(message).not.toMatch(new RegExp(`${key}|secret`));
    expect(traceback.split("countersign.py").slice(1).join("")).not.toContain(key);
  }
});

test("the Python client obeys Retry-After under the same key, and says at once what a repetition would not help", async () => {
  const keys: (string | undefined)[] = [];
  const answers = [
    { status: 429, code: "rate_limited", retryAfter: "7" },
    { status: 503, code: "unavailable", retryAfter: "2" },
    { status: 429, code: "too_many_pending", retryAfter: "1" },
    { status: 429, code: "rate_limited", retryAfter: "3600" },
  ];
  const server = createServer((incoming, outgoing) => {
    keys.push(incoming.headers["idempotency-key"] as string);
    const { status, code, retryAfter } = answers[keys.length - 1]!;
    outgoing.writeHead(status, { "content-type": "application/problem+json", "retry-after": retryAfter });
    outgoing.end(JSON.stringify({ type: "", title: "No", status, code, detail: "Later." }));
    incoming.resume();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const source = `
pauses = []
countersign._sleep, countersign._random = pauses.append, lambda: 1
cs = Countersign()
say(refusal(lambda: cs.propose.ar_note(**given, idempotency_key="k-1")))
say(refusal(lambda: cs.propose.ar_note(**given, idempotency_key="k-2")))
say(pauses)
`;
  const [backlog, tooLong, pauses] = await runPython(source, words(), { COUNTERSIGN_URL: url });
  server.close();
  expect(backlog).toMatchObject({ code: "too_many_pending", title: "No", idempotency_key: "k-1" });
  expect(tooLong).toMatchObject({ code: "rate_limited", retry_after_seconds: 3600 });
  expect(pauses).toEqual([7.125, 2.25]);
  expect(keys).toEqual(["k-1", "k-1", "k-1", "k-2"]);
});

test("numbers go as Python says them, and a float or an integer that JSON would round is refused before it is sent", async () => {
  const source = `
from decimal import Decimal
sent = []
def send(self, method, path, body=None, **more):
    sent.append(body)
    return 201, {"id": 1, "status": "pending"}
countersign._Transport.send = send
cs = Countersign()
price = lambda to: cs.propose.price_change(sku="10472", bid_id="B5875", to=to)
for to in ("1.480", Decimal("1.48"), Decimal("1E+3"), 3, 1.48, 12345678901234567890):
    price(to)
say([body["changes"][0]["to"] for body in sent])
say([refusal(lambda: price(to))["errors"][0] for to in (0.1 + 0.2, float("nan"), Decimal("NaN"), True)])
line = {"sku": "10472", "bid_id": "B5875", "from": "1", "to": 1 / 3}
say(refusal(lambda: cs.propose.price_roll(name="R", prices=[{"sku": "10472", "to": "1"}, line, {"to": 1}]))["errors"])
say(refusal(lambda: cs.proposals.create({"changes": [{"to": 2**53}, {"to": 1 / 3}], "context": {"a": {1}}}))["errors"])
say(refusal(lambda: cs.propose.price_change(sku=10472, bid_id="B5875", to="1"))["errors"])
`;
  const [texts, single, inLines, inBody, sku] = (await runPython(source)) as [
    string[],
    ...[string, string][][],
  ];
  expect(texts).toEqual(["1.480", "1.48", "1000", "3", "1.48", "12345678901234567890"]);
  const pathsOf = (errors: [string, string][] | undefined) => errors!.map(([path]) => path);
  expect(pathsOf(single)).toEqual(["to", "to", "to", "to"]);
  expect(single![0]![1]).toContain("pass decimal text or a Decimal");
  expect(pathsOf(inLines)).toEqual(["prices[1].to", "prices[2].sku"]);
  expect(pathsOf(inBody)).toEqual(["changes[0].to", "changes[1].to", "context.a"]);
  expect(sku).toEqual([["sku", "must be text"]]);
});

test("the Python client names the fields that the app refuses by its own words", async () => {
  const source = `
cs = Countersign()
price = lambda **more: refusal(lambda: cs.propose.price_change(**{"sku": "10472", "bid_id": "B5875", "to": "1.5", **more}))
for more in ({"from_": "0.01"}, {"to": "many"}, {"sku": "99999"}):
    say(price(**more)["errors"][0][0])
prices = [{"sku": "10472", "bid_id": "B5875", "to": "1.5"}, {"sku": "10480", "customer": "Driscoll's", "to": "much"}]
say(refusal(lambda: cs.propose.price_roll(name=given["name"], prices=prices))["errors"][0][0])
`;
  const said = await runPython(source, { name: `R-${unique()}` });
  expect(said).toEqual(["from_", "to", "sku", "prices[1].to"]);
});

test("the Python client verifies webhooks by their secret, and refuses Ed25519 by its name", async () => {
  const published = {
    id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
    seconds: "1614265330",
    body: '{"test": 2432232314}',
    secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    signature: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    publicKey: "whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=",
    keySignature:
      "v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg==",
  };
  const body = JSON.stringify({
    type: "proposal.approved",
    timestamp: "2026-11-27T11:59:58Z",
    data: { id: 7 },
  });
  const now = new Date("2026-11-27T12:00:00Z");
  const secret = `whsec_${Buffer.alloc(32, "a secret").toString("base64")}`;
  const signature = new Webhook(secret).sign("msg_1", now, body);
  const source = `
import datetime
def at(seconds): return datetime.datetime.fromtimestamp(int(seconds), datetime.timezone.utc)
def fault(body, headers, keys, now):
    said = refusal(lambda: verify_webhook(body, headers, keys, now))
    return said["fault"] if said else "accepted"
w = given["published"]
headers = {"webhook-id": w["id"], "webhook-timestamp": w["seconds"], "webhook-signature": w["signature"]}
when = at(w["seconds"])
# The published body names no type, which is looked at once its signature holds.
say([fault(w["body"], headers, w["secret"], when), fault(w["body"] + " ", headers, w["secret"], when)])
say([fault(w["body"], headers, [w["secret"], w["publicKey"]], when)])
say([fault(w["body"], {**headers, "webhook-signature": w["keySignature"]}, w["secret"], when)])
say(refusal(lambda: verify_webhook(w["body"], headers, w["publicKey"], when))["message"])
now = given["seconds"]
mine = {"Webhook-Id": "msg_1", "Webhook-Timestamp": str(now), "Webhook-Signature": given["signature"]}
event = verify_webhook(given["body"].encode(), mine, [w["secret"], given["secret"]], at(now))
say([event.id, event.type, event.timestamp.isoformat(), event.data])
say([fault(given["body"], mine, given["secret"], at(now + late)) for late in (-301, -300, 300, 301)])
say([fault(given["body"], {**mine, **more}, given["secret"], at(now)) for more in (
    {"Webhook-Id": ""}, {"Webhook-Id": "a.1"}, {"Webhook-Timestamp": "now"}, {"Webhook-Signature": "v2,AAAA"},
    {"Webhook-Signature": "v1,____"}, {"Webhook-Signature": "v1,AAAA"}, {"Webhook-Signature": "v1,AAAA " * 1000},
)])
say([fault(given["body"], mine, keys, at(now)) for keys in ([], [given["secret"]] * 9, "whsec_c2hvcnQ=", [given["secret"], "whsec_*"])])
`;
  const seconds = now.getTime() / 1_000;
  const said = await runPython(source, { published, body, secret, signature, seconds });
  expect(said).toEqual([
    ["body_malformed", "signature_wrong"],
    ["key_unsupported"],
    ["signature_unsupported"],
    expect.stringContaining("Ed25519, which Python's standard library does not have"),
    ["msg_1", "proposal.approved", "2026-11-27T11:59:58+00:00", { id: 7 }],
    ["timestamp_too_new", "accepted", "accepted", "timestamp_too_old"],
    [
      "header_missing",
      "id_malformed",
      "timestamp_malformed",
      "signature_malformed",
      "signature_malformed",
      "signature_wrong",
      "signature_malformed",
    ],
    Array(4).fill("key_malformed"),
  ]);
});
