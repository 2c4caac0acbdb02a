import { describe, expect, test } from "vitest";
import { canonicalText, sha256Hex } from "@/lib/core/ledger/payload-hash";
import {
  type Checkpoint,
  type CheckpointBody,
  bodyOf,
  ledgerKeysOf,
  signCheckpoint,
  signingKeyOf,
} from "@/lib/core/ledger/checkpoint";
import { chainFaults, inclusionFaults } from "./check-ledger";
import { envelopeText, openEnvelope, signPayload } from "./envelope";
import type { BundledEvent } from "./files";
import { type ActorKind, findLinkFault } from "@/lib/core/ledger/hash-chain";
import { type EventBody, readBody } from "@/lib/core/ledger/replay/event-body";
import { makeBundle } from "./make-bundle";
import { readBundle } from "./read-bundle";
import type { Statement } from "./statement";
import { exampleContents, exampleKey } from "./testing/example-bundle";
import { verifyBundle } from "./verify-bundle";

const keys = ledgerKeysOf(Buffer.alloc(32, 7).toString("base64"), undefined).known;
const fileOf = (count: number, perCheckpoint?: number) =>
  Buffer.from(envelopeText(makeBundle(exampleContents(count, perCheckpoint), exampleKey)), "utf8");
const kindsOf = (file: Uint8Array, exported: Checkpoint[] = []) => [
  ...new Set(verifyBundle(file, keys, exported).faults.map(({ kind }) => kind)),
];

const small = fileOf(2);
const large = makeBundle(exampleContents(1_200), exampleKey);
const largeFile = Buffer.from(envelopeText(large), "utf8");

test("a bundle as it was sealed holds, and the same contents make the same bytes", () => {
  for (const file of [small, largeFile]) expect(verifyBundle(file, keys).faults).toEqual([]);
  expect(fileOf(1_200).equals(largeFile)).toBe(true);
  expect(large).toMatchObject({ sha256: sha256Hex(largeFile.toString("utf8")), sizeBytes: largeFile.length });
});

/** The part of verifyBundle that comes first: its fault is a fault of the whole. */
const isFound = (file: Uint8Array) => openEnvelope(file, keys).fault !== null;

test("each flipped bit of a whole bundle is found", () => {
  const bytes = Buffer.from(small);
  expect(isFound(bytes)).toBe(false);
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    bytes[bit >> 3]! ^= 1 << (bit & 7);
    if (!isFound(bytes)) throw new Error(`bit ${bit} went unnoticed`);
    bytes[bit >> 3]! ^= 1 << (bit & 7);
  }
}, 120_000);

test("a flipped bit at any of many places of a bundle of 1,200 events is found, and so is a file that breaks off", () => {
  const bytes = Buffer.from(largeFile);
  const step = Math.floor(bytes.length / places);
  for (let at = 0, nth = 0; at < bytes.length; at += step, nth += 1) {
    bytes[at]! ^= 1 << (nth & 7);
    if (!isFound(bytes)) throw new Error(`byte ${at} went unnoticed`);
    bytes[at]! ^= 1 << (nth & 7);
    if (nth % 30 === 0) expect(isFound(bytes.subarray(0, at))).toBe(true);
  }
  expect(isFound(Buffer.concat([bytes, Buffer.from("\n")]))).toBe(true);
}, 3_600_000);

/** A file of the bundle, replaced together with its hash; `signed`: by somebody who has the key. */
function withFile(name: string, text: string, signed: boolean): Buffer {
  const statement = JSON.parse(large.payload) as Statement & { predicate: { files: Record<string, string> } };
  statement.predicate.files[name] = text;
  statement.subject.find((subject) => subject.name === name)!.digest.sha256 = sha256Hex(text);
  const payload = canonicalText(statement);
  return Buffer.from(envelopeText(signed ? signPayload(payload, exampleKey) : { ...large, payload }));
}

type Change = (list: BundledEvent[], at: number) => void;
/** Every kind of change of a list. `before`: how many of its last places it has nothing to change at. */
const changes: readonly [name: string, change: Change, before: number][] = [
  ["deleted", (list, at) => void list.splice(at, 1), 0],
  ["swapped with the next", (list, at) => void list.splice(at, 2, ...list.slice(at, at + 2).toReversed()), 1],
  ["put in twice", (list, at) => void list.splice(at, 0, list[at]!), 0],
  [
    "put in under another id",
    (list, at) => void list.splice(at, 0, { ...list[at]!, id: list[at]!.id + 2 }),
    0,
  ],
  ["the last that is left", (list, at) => void list.splice(at + 1), 1],
  ["given another id", (list, at) => void (list[at] = { ...list[at]!, id: list[at]!.id + 1 }), 0],
  [
    "given the proof of another",
    (list, at) => void (list[at] = { ...list[at]!, proof: list.at(at - 1)!.proof }),
    0,
  ],
];

/** Forty actions of thirty events each. */
const chains = Array.from(
  { length: 40 },
  (_, chain) => readBundle(makeBundle(exampleContents(30, 10, 8_000 + chain), exampleKey).payload).bundle!,
);

/** How far the flipped bits of rows are apart, and how many places of the file are flipped: `npm run torture:evidence` takes each bit. */
const everyBit = Number(process.env.EVIDENCE_EVERY_BIT ?? 997);
const places = Number(process.env.EVIDENCE_PLACES ?? 300);

/** The verdict on the chain's link to this row, as chainFaults asks it for each. */
function linkFaultOf(
  { id, seq, prev_hash: prevHash, hash, body }: BundledEvent,
  of: EventBody,
  beforeHash: string,
) {
  const link = { id, seq, prevHash, hash, bodyText: body };
  const columns = { eventType: of.type, actorKind: of.actor.kind as ActorKind, actorLabel: of.actor.label };
  return findLinkFault({ ...link, ...columns }, { hash: beforeHash, seq: seq - 1 })?.kind ?? null;
}

test("a flipped bit of any of 1,200 rows is found by the row's own hash and its link, whoever signs", () => {
  let flipped = 0;
  for (const { events } of chains)
    for (const [at, event] of events.entries()) {
      const before = events[at - 1]?.hash ?? "";
      const body = readBody(event.body)!;
      expect(linkFaultOf(event, body, before)).toBe(null);
      for (const member of ["body", "hash", "prev_hash"] as const) {
        const bytes = Buffer.from(event[member], "latin1");
        for (let bit = flipped % everyBit; bit < bytes.length * 8; bit += everyBit) {
          bytes[bit >> 3]! ^= 1 << (bit & 7);
          const changed = { ...event, [member]: bytes.toString("latin1") };
          const fault = linkFaultOf(changed, body, before);
          if (fault !== "wrong_hash" && fault !== "broken_link")
            throw new Error(`bit ${bit} of ${member} of event ${event.id} went unnoticed`);
          bytes[bit >> 3]! ^= 1 << (bit & 7);
          flipped += 1;
        }
      }
    }
  if (everyBit === 1) console.log(`${flipped.toLocaleString("en-US")} bits of 1,200 rows, each found`);
  expect(flipped).toBeGreaterThan(1_200);
}, 3_600_000);

describe.each(changes)("an event that is %s", (_name, change, before) => {
  const kindsWhere = (of: readonly BundledEvent[], at: number, signed: boolean) => {
    const list = [...of];
    change(list, at);
    return kindsOf(withFile("events.json", canonicalText(list), signed));
  };
  test("is found whichever of 1,200 it is, by the chains and the checkpoints alone", () => {
    for (const bundle of chains) {
      const faultsOf = (list: BundledEvent[]) => {
        const changed = { ...bundle, events: list };
        return [...chainFaults(changed), ...inclusionFaults(changed, keys)];
      };
      expect(faultsOf(bundle.events)).toEqual([]);
      for (let at = 0; at < bundle.events.length - before; at += 1) {
        const list = [...bundle.events];
        change(list, at);
        if (faultsOf(list).length === 0)
          throw new Error(`event ${at} of action ${bundle.predicate.subject.id} went unnoticed`);
      }
    }
  }, 120_000);
  test("is found by the signature, and where the bundle was signed again by what is in it", () => {
    const { events } = readBundle(large.payload).bundle!;
    for (const at of [0, 400, 1_199 - before]) {
      expect(kindsWhere(events, at, false)).toContain("signature_wrong");
      const signedAgain = kindsWhere(events, at, true);
      expect(signedAgain).not.toEqual([]);
      expect(signedAgain).not.toContain("signature_wrong");
    }
  }, 120_000);
});

describe("an exported checkpoint", () => {
  const { bundle } = readBundle(large.payload);
  const own = bundle!.checkpoints.checkpoints;
  const rewritten = (seq: number, change: Partial<CheckpointBody>) =>
    signCheckpoint({ ...bodyOf(own[seq - 1]!), ...change }, exampleKey);

  test("that the bundle has, or that follows its last one, agrees with it", () => {
    const next = signCheckpoint(
      { ...bodyOf(own.at(-1)!), seq: own.length + 1, prev_hash: own.at(-1)!.hash },
      exampleKey,
    );
    expect(verifyBundle(largeFile, keys, [own[3]!, own.at(-1)!, next])).toMatchObject({
      faults: [],
      compared: 3,
    });
  });
  test("that is far from those of the bundle is not compared", () => {
    const later = signCheckpoint({ ...bodyOf(own.at(-1)!), seq: 9_000 }, exampleKey);
    expect(verifyBundle(largeFile, keys, [later])).toMatchObject({ faults: [], compared: 0 });
  });
  test("of another content under the same number shows a rewritten ledger, also under its own key", () => {
    expect(kindsOf(largeFile, [rewritten(4, { root: "0".repeat(64) })])).toEqual(["head_differs"]);
    const next = { seq: own.length + 1, prev_hash: "0".repeat(64) };
    expect(kindsOf(largeFile, [rewritten(4, next)])).toEqual(["head_differs"]);
  });
  test("of another company, or under another key, is refused", () => {
    expect(kindsOf(largeFile, [rewritten(4, { tenant_id: 99 })])).toEqual(["head_not_of_this_ledger"]);
    const stranger = signingKeyOf(Buffer.alloc(32, 9).toString("base64"));
    const forged = signCheckpoint({ ...bodyOf(own[3]!), key_id: stranger.id }, stranger);
    expect(kindsOf(largeFile, [forged])).toEqual(["checkpoint_key_unknown"]);
  });
});

test("a bundle under another key is refused, also where it brings that key along", () => {
  const stranger = signingKeyOf(Buffer.alloc(32, 9).toString("base64"));
  const forged = Buffer.from(envelopeText(makeBundle(exampleContents(3), stranger)));
  expect(kindsOf(forged)).toEqual(["key_unknown"]);
  const renamed = Buffer.from(
    envelopeText(makeBundle(exampleContents(3), { ...stranger, id: exampleKey.id })),
  );
  expect(kindsOf(renamed)).toEqual(["signature_wrong"]);
});

describe("a bundle that was signed with what does not belong together", () => {
  const signedWith = (change: (contents: ReturnType<typeof exampleContents>) => void) => {
    const contents = exampleContents(3);
    change(contents);
    return kindsOf(Buffer.from(envelopeText(makeBundle(contents, exampleKey))));
  };
  test.each<[string, (contents: ReturnType<typeof exampleContents>) => void, string]>([
    ["a status", ({ actions: [action] }) => void (action!.status = "applied"), "row_differs"],
    ["a payload", ({ actions: [action] }) => void (action!.payload_sha256 = "0".repeat(64)), "row_differs"],
    ["an agent", ({ actions: [action] }) => void (action!.proposed_by.agent_id = 6), "row_differs"],
    ["a policy", ({ actions: [action] }) => void (action!.policy.version = 2), "row_differs"],
    ["a subject's status", ({ subject }) => void (subject.status = "applied"), "row_differs"],
    ["no event", (contents) => void (contents.events = []), "chain_missing"],
    ["a missing action", (contents) => void (contents.actions = []), "chain_unexpected"],
  ])("%s is found", (_name, change, kind) => {
    expect(signedWith(change)).toContain(kind);
  });
});

test("a file that is missing, unexpected or of other bytes is found", () => {
  const signed = (
    change: (statement: Statement & { predicate: { files: Record<string, string> } }) => void,
  ) => {
    const statement = JSON.parse(large.payload);
    change(statement);
    return kindsOf(Buffer.from(envelopeText(signPayload(canonicalText(statement), exampleKey))));
  };
  expect(signed(({ predicate }) => delete predicate.files["decisions.json"])).toContain("file_missing");
  expect(signed(({ predicate }) => (predicate.files["more.json"] = "[]"))).toEqual(["file_unexpected"]);
  expect(signed(({ predicate }) => (predicate.files["summary.txt"] += " "))).toEqual(["file_differs"]);
  expect(kindsOf(withFile("decisions.json", "[ ]", true))).toEqual(["file_not_canonical"]);
  expect(kindsOf(withFile("decisions.json", "{}", true))).toEqual(["file_unreadable"]);
  const spaced = JSON.stringify(JSON.parse(large.payload), null, 1);
  expect(kindsOf(Buffer.from(envelopeText(signPayload(spaced, exampleKey))))).toEqual([
    "statement_not_canonical",
  ]);
});
