import { expect, test } from "vitest";
import type { BundledDecision, BundledPush } from "@/lib/core/ledger/bundle/files";
import { decisionVerb, evidenceHref, proofWords, readbackWords, sizeText } from "./evidence-words";

const decision = (part: Partial<BundledDecision>) => part as BundledDecision;
const push = (part: Partial<BundledPush>) => part as BundledPush;

test("the pages of a run's and an action's evidence have their addresses", () => {
  expect(evidenceHref({ kind: "run", id: 7 })).toBe("/runs/7/evidence");
  expect(evidenceHref({ kind: "proposed_action", id: 7 })).toBe("/proposed-actions/7/evidence");
});

test.each([
  ["approve", "claimed", "Approved by"],
  ["reject", "claimed", "Rejected by"],
  ["approve", "vote_recorded", "One of several approvals, by"],
])("%s, %s: %s", (word, outcome, words) => {
  expect(decisionVerb(decision({ decision: word, outcome }))).toBe(words);
});

test("a decision says where it was made, and with which proof", () => {
  const proof = { channel: "page", step_up: null, standing_authorisation: null };
  expect(proofWords(decision({ proof }))).toBe("on the page of the action");
  const stepUp = { token_id: 1, issued_at: null, used_at: null };
  expect(proofWords(decision({ proof: { ...proof, channel: "api", step_up: stepUp } }))).toBe(
    "by the API, with a second factor for this very payload",
  );
});

test("a read-back names the fields, or those that are not as approved", () => {
  const readback = { verification: "verified", sha256: "", fields: [{ field: "price", matches: true }] };
  expect(readbackWords(push({ status: "applied", readback }))).toBe("Read back: price as approved.");
  const wrong = { ...readback, fields: [...readback.fields, { field: "memo", matches: false }] };
  expect(readbackWords(push({ status: "applied", readback: wrong }))).toBe(
    "Read back: memo not as approved.",
  );
  expect(readbackWords(push({ status: "applied", readback: null }))).toBe("Nothing was read back.");
  expect(readbackWords(push({ status: "dead", readback: null }))).toBe("Nothing was written to read back.");
});

test.each([
  [900, "1 kB"],
  [48_211, "49 kB"],
  [2_340_000, "2.3 MB"],
])("%d bytes: %s", (bytes, text) => expect(sizeText(bytes)).toBe(text));
