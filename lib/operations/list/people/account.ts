import { z } from "zod";
import { factorSchema, idSchema } from "@/lib/contract/actions/decision";
import {
  accountSchema,
  beginSecondFactorSchema,
  changePasswordSchema,
  chosenTenantSchema,
  confirmSecondFactorSchema,
  createTokenSchema,
  enrolmentSchema,
  newTokenSchema,
  redeemLinkSchema,
  redeemedSchema,
  renameSchema,
  signedOutSchema,
  subscribeDeviceSchema,
  tokensSchema,
} from "@/lib/contract/people/account";
import { beginSecondFactor } from "@/lib/gateway/access/account/begin-second-factor";
import { provenSchema, stepUpResultSchema, stepUpSchema } from "@/lib/contract/people/step-up";
import { beginStepUp, proveSession } from "@/lib/gateway/access/step-up/begin-step-up";
import { changePassword } from "@/lib/gateway/access/account/change-password";
import { chooseTenant } from "@/lib/gateway/access/account/choose-tenant";
import { confirmSecondFactor } from "@/lib/gateway/access/account/confirm-second-factor";
import { createToken } from "@/lib/gateway/access/account/create-token";
import { endOwnSession, revokeToken, signOutEverywhere } from "@/lib/gateway/access/account/end-own-access";
import { endDevice, subscribeDevice } from "@/lib/gateway/access/account/push-devices";
import { readAccount } from "@/lib/gateway/access/account/read-account";
import { redeemPasswordLink } from "@/lib/gateway/access/account/redeem-password-link";
import { renameSelf } from "@/lib/gateway/access/account/rename-self";
import { created, defineOperation, ok } from "@/lib/operations/frame/operation";

/** One's own account: name, password, authenticator app, sessions, tokens, and the company one works in. */

export const account = {
  readAccount: defineOperation("GET /api/account", {
    summary: "One's own account, sessions and tokens",
    answers: ok(accountSchema),
    verb: (person) => readAccount(person),
  }),
  renameSelf: defineOperation("PATCH /api/account", {
    summary: "Change one's own name",
    body: renameSchema,
    example: { name: "Nia Okafor" },
    answers: ok(accountSchema),
    refusals: ["already_exists"],
    verb: (person, { name }) => renameSelf(person, name),
  }),
  changePassword: defineOperation("POST /api/account/password", {
    summary: "Change one's own password; every other session ends",
    body: changePasswordSchema,
    example: { current_password: "x", new_password: "three unrelated words" },
    answers: ok(accountSchema),
    refusals: ["wrong_password", "rate_limited"],
    verb: (person, { current_password, new_password }) =>
      changePassword(person, { current: current_password, next: new_password }),
  }),
  beginStepUp: defineOperation("POST /api/step-up", {
    summary: "A fresh code mints a token for one step of an administrator, good once within five minutes",
    role: "admin",
    beforeSecondFactor: true,
    body: stepUpSchema,
    example: { purpose: "release_switch", subject: "ns_writes", factor: { type: "totp", code: "000000" } },
    answers: created(stepUpResultSchema, "Minted"),
    refusals: ["session_required", "recently_recovered", "step_up_failed", "rate_limited"],
    verb: (person, input) => beginStepUp(person, input),
  }),
  proveSession: defineOperation("POST /api/account/session/second-factor", {
    summary: "Prove the second factor in this session, as administrators must",
    beforeSecondFactor: true,
    body: z.strictObject({ factor: factorSchema }),
    example: { factor: { type: "totp", code: "000000" } },
    answers: ok(provenSchema),
    refusals: ["session_required", "step_up_failed", "rate_limited"],
    verb: async (person, { factor }) => {
      await proveSession(person, factor);
      return { proven: true as const };
    },
  }),
  beginSecondFactor: defineOperation("POST /api/account/second-factor", {
    summary: "A new authenticator secret, shown once and not in force yet",
    beforeSecondFactor: true,
    body: beginSecondFactorSchema,
    answers: created(enrolmentSchema, "Made; good for ten minutes"),
    refusals: ["wrong_password", "step_up_failed", "rate_limited"],
    verb: (person, { password }) => beginSecondFactor(person, password),
  }),
  confirmSecondFactor: defineOperation("PUT /api/account/second-factor", {
    summary: "Put the new authenticator secret in force by its first code",
    beforeSecondFactor: true,
    body: confirmSecondFactorSchema,
    example: { enrolment: "v1.a.b.c", code: "123456" },
    answers: ok(accountSchema),
    refusals: ["step_up_failed", "expired", "changed", "rate_limited"],
    verb: (person, { enrolment, code, current_code }) =>
      confirmSecondFactor(person, { enrolment, code, currentCode: current_code }),
  }),
  endOwnSession: defineOperation("DELETE /api/account/sessions/{id}", {
    summary: "Sign one of one's own browsers out",
    answers: ok(accountSchema),
    verb: (person, { id }) => endOwnSession(person, id),
  }),
  signOutEverywhere: defineOperation("POST /api/account/sign-out-everywhere", {
    summary: "End every session of one's own; tokens go on",
    answers: ok(signedOutSchema),
    verb: (person) => signOutEverywhere(person),
  }),
  listTokens: defineOperation("GET /api/account/tokens", {
    summary: "One's own personal tokens that still work",
    answers: ok(tokensSchema),
    verb: async (person) => ({ items: (await readAccount(person)).tokens }),
  }),
  createToken: defineOperation("POST /api/account/tokens", {
    summary: "Create a personal token, shown once (with a session, not with a token)",
    body: createTokenSchema,
    example: { name: "ci", expires_in_days: 1 },
    answers: created(newTokenSchema),
    verb: (person, { name, expires_in_days }) => createToken(person, { name, validDays: expires_in_days }),
  }),
  revokeToken: defineOperation("DELETE /api/account/tokens/{id}", {
    summary: "Revoke one of one's own tokens",
    answers: ok(accountSchema),
    verb: (person, { id }) => revokeToken(person, id),
  }),
  subscribeDevice: defineOperation("POST /api/account/push-devices", {
    summary: "Turn on notifications in this browser (with a session, not with a token)",
    body: subscribeDeviceSchema,
    example: {
      endpoint: "https://push.example.com/send/abc",
      keys: { p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22) },
    },
    answers: created(accountSchema),
    refusals: ["session_required", "channel_not_set_up"],
    verb: (person, input) => subscribeDevice(person, input),
  }),
  endDevice: defineOperation("DELETE /api/account/push-devices/{id}", {
    summary: "Turn off notifications in one of one's own browsers",
    answers: ok(accountSchema),
    verb: (person, { id }) => endDevice(person, id),
  }),
  chooseTenant: defineOperation("PUT /api/account/tenant", {
    summary: "Choose the company in which this session works",
    body: z.strictObject({ tenant_id: idSchema }),
    example: { tenant_id: 999_999_999 },
    answers: ok(chosenTenantSchema),
    refusals: ["not_found"],
    verb: (person, { tenant_id }) => chooseTenant(person, tenant_id),
  }),
  redeemPasswordLink: defineOperation("POST /api/account/password-link", {
    summary: "Set a password once by the link an administrator made",
    caller: "anybody",
    body: redeemLinkSchema,
    example: { token: "csl_x", password: "three unrelated words" },
    answers: ok(redeemedSchema),
    refusals: ["not_allowed", "expired"],
    verb: (_nobody, link) => redeemPasswordLink(link),
  }),
};
