import { ERROR_STATUS, type ErrorCode } from "@/lib/core/errors";
import type { RequestParts } from "../support/http/request";
import { installation } from "../support/installation";
import { expectRefused } from "../support/http/refusal";
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
  changes: [{ field: "price", from: 1.01, to: 1.02 }],
  context: { bid_id: "B5875", customer: "Driscoll's" },
};

type Row = [name: string, request: RequestParts, code: ErrorCode, field?: string];

const json = JSON.stringify(good);
const deep = (levels: number) => `${"[".repeat(levels)}1${"]".repeat(levels)}`;
const megabytes = JSON.stringify({ ...good, reason: "x".repeat(300 * 1024) });

const other = (
  name: string,
  more: Record<string, unknown>,
  field: string,
  code: ErrorCode = "validation_failed",
): Row => [name, { body: { ...good, ...more } }, code, field];
/** The good proposal with another `to` or `from`. */
const otherChange = (name: string, more: Record<string, unknown>, field: string): Row =>
  other(name, { changes: [{ ...change, ...more }] }, `changes[0].${field}`);
/** The good proposal's text with a replacement in it. */
const text = (
  name: string,
  [from, to]: [string | RegExp, string],
  code: ErrorCode,
  ...field: [string?]
): Row => [name, { raw: json.replace(from, to) }, code, ...field];
const withKey = (name: string, key: string): Row => [
  `an Idempotency-Key ${name}`,
  { body: good, headers: { "idempotency-key": key } },
  "malformed_request",
  "Idempotency-Key",
];

function stream(whole: string): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (let at = 0; at < whole.length; at += 16_384) {
        controller.enqueue(new TextEncoder().encode(whole.slice(at, at + 16_384)));
      }
      controller.close();
    },
  });
}

const notUtf8 = Uint8Array.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]);
const rows: Row[] = [
  ["no body and no content type", {}, "unsupported_media_type"],
  ["bytes that are not UTF-8", { raw: notUtf8 }, "malformed_json"],
  ["300 kB in chunks, without a content length", { raw: stream(megabytes) }, "payload_too_large"],
  other("an unknown action type", { action_type: "wire_everything" }, "action_type", "unknown_action_type"),
  other(
    "an action type named like a prototype's member",
    { action_type: "constructor" },
    "action_type",
    "unknown_action_type",
  ),
  ...["payment_release", "bank_account_change", "role_change", "delete_record"].map((action_type): Row => [
    `the always-denied class ${action_type}`,
    { body: { ...good, action_type } },
    "policy_denied",
  ]),
  other("no change at all", { changes: [] }, "changes"),
  other("a change without to", { changes: [{ field: "adjustqtyby" }] }, "changes[0].to"),
  otherChange("an object for to", { to: {} }, "to"),
  otherChange("true for to", { to: true }, "to"),
  otherChange("words for a quantity", { to: "many" }, "to"),
  otherChange("zero for an adjustment", { to: 0 }, "to"),
  otherChange("words for from", { from: "lots" }, "from"),
  other(
    "a field that the type does not change",
    { changes: [{ field: "price", to: 1 }] },
    "changes[0].field",
  ),
  other("the same field twice", { changes: [change, change] }, "changes[1].field"),
  other("an entity type that does not fit", { entity_type: "customer" }, "entity_type"),
  other("no location", { context: {} }, "context.location"),
  other("an object inside context", { context: { location: {} } }, "context.location"),
  other("null seconds of validity", { expires_in_seconds: null }, "expires_in_seconds"),
  other("no changes", { changes: undefined }, "changes"),
  ...["status", "decided_by", "tenant_id", "payload_hash"].map((name) =>
    other(`a ${name} of the caller's own`, { [name]: "approved" }, name),
  ),
  ["a from unlike the live value", { body: bid }, "from_mismatch", "changes[0].from"],
  other("an item that does not exist", { entity_ref: "99999" }, "entity_ref", "record_missing"),
  other(
    "a location that does not exist",
    { context: { location: "Atlantis" } },
    "entity_ref",
    "record_missing",
  ),
  other("NUL in a text", { reason: "a\u0000b" }, "reason", "unsupported_character"),
  other(
    "NUL deep in the evidence",
    { evidence: [{ a: ["\u0000"] }] },
    "evidence[0].a[0]",
    "unsupported_character",
  ),
  text("NUL in a name", ['"location"', String.raw`"loc\u0000ation"`], "unsupported_character", "context"),
  text(
    "a lone high surrogate",
    ["Plant 2", String.raw`Plant \ud83d`],
    "unsupported_character",
    "context.location",
  ),
  text(
    "a lone low surrogate",
    ["Plant 2", String.raw`\ude00 Plant`],
    "unsupported_character",
    "context.location",
  ),
  text("two values for one field", ['"to":1', '"to":1,"to":2'], "repeated_name", "changes[0].to"),
  text("a number of 20 digits", ['"to":1', '"to":12345678901234567890'], "number_too_long", "changes[0].to"),
  text(
    "a fraction of 20 digits",
    ['"to":1', '"to":0.12345678901234567891'],
    "number_too_long",
    "changes[0].to",
  ),
  text("a number beyond every double", ['"to":1', '"to":1e999'], "number_too_long"),
  text("nesting of 100 levels", [/}$/, `,"evidence":[{"a":${deep(100)}}]}`], "unsupported_character"),
  text("nesting of 100,000 levels", [/}$/, `,"evidence":${deep(100_000)}}`], "unsupported_character"),
  withKey("with a space", "two words"),
  withKey("of 201 characters", "k".repeat(201)),
];

for (const [name, request, code, field] of rows) {
  test(`a proposal with ${name} is answered ${ERROR_STATUS[code]} ${code} and leaves no row`, async () => {
    await expectRefused({
      path: "/api/v1/proposals",
      request: { method: "POST", token: installation().agentKey, ...request },
      code,
      ...(field === undefined ? {} : { field }),
    });
  });
}
