import {
  addPasskeySchema,
  askPasskeySchema,
  passkeyCreationSchema,
  passkeyRequestSchema,
  passkeysSchema,
} from "@/lib/contract/people/passkeys";
import {
  addPasskey,
  askPasskey,
  beginPasskey,
  readPasskeys,
  removePasskey,
} from "@/lib/gateway/access/account/passkeys";
import { created, defineOperation, ok } from "@/lib/operations/frame/operation";

/** One's own passkeys, and what one is asked to sign. */

const EXAMPLE_PASSKEY = {
  id: "YWJj",
  rawId: "YWJj",
  type: "public-key" as const,
  clientExtensionResults: {},
  response: { clientDataJSON: "e30", attestationObject: "oA" },
};

export const passkeys = {
  readPasskeys: defineOperation("GET /api/account/passkeys", {
    summary: "One's own passkeys, and whether this server can have any",
    answers: ok(passkeysSchema),
    verb: (person) => readPasskeys(person),
  }),
  beginPasskey: defineOperation("POST /api/account/passkeys/options", {
    summary: "What a browser needs to make a passkey (with a session, not with a token)",
    answers: created(passkeyCreationSchema, "Good for five minutes"),
    refusals: ["session_required", "step_up_failed", "passkeys_unavailable", "rate_limited"],
    verb: (person) => beginPasskey(person),
  }),
  addPasskey: defineOperation("POST /api/account/passkeys", {
    summary: "Keep a passkey that the browser made, against a fresh code of the authenticator app",
    body: addPasskeySchema,
    example: { label: "Laptop", code: "000000", passkey: EXAMPLE_PASSKEY },
    answers: created(passkeysSchema, "Kept"),
    refusals: [
      "session_required",
      "step_up_failed",
      "passkeys_unavailable",
      "already_exists",
      "rate_limited",
    ],
    verb: (person, input) => addPasskey(person, input),
  }),
  removePasskey: defineOperation("DELETE /api/account/passkeys/{id}", {
    summary: "Remove one of one's own passkeys for good",
    answers: ok(passkeysSchema),
    verb: (person, { id }) => removePasskey(person, id),
  }),
  askPasskey: defineOperation("POST /api/passkey-challenges", {
    summary: "A challenge for one's own passkey, good once, within five minutes, for this one thing alone",
    beforeSecondFactor: true,
    body: askPasskeySchema,
    example: { about: { kind: "step", purpose: "release_switch", subject: "ns_writes" } },
    answers: created(passkeyRequestSchema, "Good for five minutes"),
    refusals: ["session_required", "step_up_failed", "passkeys_unavailable", "rate_limited"],
    verb: (person, { about }) => askPasskey(person, about),
  }),
};
