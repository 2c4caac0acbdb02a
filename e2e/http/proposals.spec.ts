import type { Sent } from "../support/http";
import { installation } from "../support/installation";
import { type Refusal, expectRefused } from "../support/refusal";
import { test } from "../support/test";

const good = {
  action_type: "inventory_adjustment",
  entity_type: "item",
  entity_ref: "10541",
  changes: [{ field: "adjustqtyby", to: 1 }],
  context: { location: "Plant 2" },
};
const change = good.changes[0]!;
const bid = {
  action_type: "bid_price_update",
  entity_type: "item",
  entity_ref: "10472",
  context: { bid_id: "B5875", customer: "Driscoll's" },
};

type Row = [name: string, sent: Sent, status: number, code: string, field?: string];

const invalid = (name: string, body: unknown, field?: string): Row => [
  name,
  { body },
  422,
  "validation_failed",
  ...((field === undefined ? [] : [field]) as [string?]),
];
const raw = (text: string): Sent => ({ raw: text });
const json = JSON.stringify(good);
const with_ = (more: Record<string, unknown>) => ({ ...good, ...more });
const deep = (levels: number) => `${"[".repeat(levels)}1${"]".repeat(levels)}`;
const megabytes = JSON.stringify(with_({ reason: "x".repeat(300 * 1024) }));

function stream(text: string): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (let at = 0; at < text.length; at += 16_384) {
        controller.enqueue(new TextEncoder().encode(text.slice(at, at + 16_384)));
      }
      controller.close();
    },
  });
}

const rows: Row[] = [
  ["no body and no content type", {}, 415, "unsupported_media_type"],
  [
    "bytes that are not UTF-8",
    { raw: Uint8Array.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]) },
    400,
    "malformed_json",
  ],
  ["300 kB in chunks, without a content length", { raw: stream(megabytes) }, 413, "payload_too_large"],
  [
    "an unknown action type",
    { body: with_({ action_type: "wire_everything" }) },
    422,
    "unknown_action_type",
    "action_type",
  ],
  [
    "an action type named like a prototype's member",
    { body: with_({ action_type: "constructor" }) },
    422,
    "unknown_action_type",
    "action_type",
  ],
  ...["payment_release", "bank_account_change", "role_change", "delete_record"].map((type): Row => [
    `the always-denied class ${type}`,
    { body: with_({ action_type: type }) },
    403,
    "policy_denied",
  ]),
  invalid("no change at all", with_({ changes: [] }), "changes"),
  invalid("a change without to", with_({ changes: [{ field: "adjustqtyby" }] }), "changes[0].to"),
  invalid("an object for to", with_({ changes: [{ ...change, to: {} }] }), "changes[0].to"),
  invalid("true for to", with_({ changes: [{ ...change, to: true }] }), "changes[0].to"),
  invalid("words for a quantity", with_({ changes: [{ ...change, to: "many" }] }), "changes[0].to"),
  invalid("zero for an adjustment", with_({ changes: [{ ...change, to: 0 }] }), "changes[0].to"),
  invalid("words for from", with_({ changes: [{ ...change, from: "lots" }] }), "changes[0].from"),
  invalid(
    "a field that the type does not change",
    with_({ changes: [{ field: "price", to: 1 }] }),
    "changes[0].field",
  ),
  invalid("the same field twice", with_({ changes: [change, change] }), "changes[1].field"),
  invalid("an entity type that does not fit", with_({ entity_type: "customer" }), "entity_type"),
  invalid("no location", with_({ context: {} }), "context.location"),
  invalid("an object inside context", with_({ context: { location: {} } }), "context.location"),
  invalid("null seconds of validity", with_({ expires_in_seconds: null }), "expires_in_seconds"),
  invalid("no changes", with_({ changes: undefined }), "changes"),
  ...["status", "decided_by", "tenant_id", "payload_hash"].map((name) =>
    invalid(`a ${name} of the caller's own`, with_({ [name]: "approved" }), name),
  ),
  [
    "a from unlike the live value",
    { body: { ...bid, changes: [{ field: "price", from: 1.01, to: 1.02 }] } },
    422,
    "from_mismatch",
    "changes[0].from",
  ],
  [
    "an item that does not exist",
    { body: with_({ entity_ref: "99999" }) },
    422,
    "record_missing",
    "entity_ref",
  ],
  [
    "a location that does not exist",
    { body: with_({ context: { location: "Atlantis" } }) },
    422,
    "record_missing",
    "entity_ref",
  ],
  ["NUL in a text", { body: with_({ reason: "a\u0000b" }) }, 422, "unsupported_character", "reason"],
  [
    "NUL deep in the evidence",
    { body: with_({ evidence: [{ a: ["\u0000"] }] }) },
    422,
    "unsupported_character",
    "evidence[0].a[0]",
  ],
  [
    "NUL in a name",
    raw(json.replace('"location"', String.raw`"loc\u0000ation"`)),
    422,
    "unsupported_character",
    "context",
  ],
  [
    "a lone high surrogate",
    raw(json.replace("Plant 2", String.raw`Plant \ud83d`)),
    422,
    "unsupported_character",
    "context.location",
  ],
  [
    "a lone low surrogate",
    raw(json.replace("Plant 2", String.raw`\ude00 Plant`)),
    422,
    "unsupported_character",
    "context.location",
  ],
  [
    "a number of 20 digits",
    raw(json.replace('"to":1', '"to":12345678901234567890')),
    422,
    "number_too_long",
    "changes[0].to",
  ],
  [
    "a fraction of 20 digits",
    raw(json.replace('"to":1', '"to":0.12345678901234567891')),
    422,
    "number_too_long",
    "changes[0].to",
  ],
  ["a number beyond every double", raw(json.replace('"to":1', '"to":1e999')), 422, "number_too_long"],
  [
    "nesting of 100 levels",
    raw(json.replace(/}$/, `,"evidence":[{"a":${deep(100)}}]}`)),
    422,
    "unsupported_character",
  ],
  [
    "nesting of 100,000 levels",
    raw(json.replace(/}$/, `,"evidence":${deep(100_000)}}`)),
    422,
    "unsupported_character",
  ],
  [
    "an Idempotency-Key with a space",
    { body: good, headers: { "idempotency-key": "two words" } },
    400,
    "malformed_request",
    "Idempotency-Key",
  ],
  [
    "an Idempotency-Key of 201 characters",
    { body: good, headers: { "idempotency-key": "k".repeat(201) } },
    400,
    "malformed_request",
    "Idempotency-Key",
  ],
];

for (const [name, sent, status, code, field] of rows) {
  test(`a proposal with ${name} is answered ${status} ${code} and leaves no row`, async () => {
    const refusal: Refusal = {
      name,
      path: "/api/v1/proposals",
      sent: { method: "POST", token: installation().agentKey, ...sent },
      status,
      code,
      ...(field === undefined ? {} : { field }),
    };
    await expectRefused(refusal);
  });
}
