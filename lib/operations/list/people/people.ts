import { z } from "zod";
import {
  type PersonView,
  addPersonSchema,
  confirmRecoverySchema,
  confirmRoleSchema,
  addedPersonSchema,
  passwordLinkSchema,
  peopleSchema,
  personViewSchema,
  roleSchema,
} from "@/lib/contract/people/people";
import type { ErrorCode } from "@/lib/core/errors";
import type { Person } from "@/lib/core/access/principal";
import { addPerson } from "@/lib/gateway/access/people/add-person";
import {
  endSessions,
  resetSecondFactor,
  revokePerson,
  unlinkSignIn,
} from "@/lib/gateway/access/people/person-changes";
import {
  changeRole,
  confirmLeave,
  confirmRecovery,
  confirmRole,
  restorePerson,
  withdrawRole,
} from "@/lib/gateway/access/people/role-changes";
import { issuePasswordLink } from "@/lib/gateway/access/people/issue-password-link";
import { listPeople } from "@/lib/gateway/access/people/list-people";
import { created, defineOperation, ok } from "@/lib/operations/frame/operation";

/** People of the tenant, as administrators manage them. */

/** One step that an administrator takes about one person, without a body. */
const step = (
  name: string,
  summary: string,
  verb: (admin: Person, id: number) => Promise<PersonView>,
  { refusals = [], stepUp = false }: { refusals?: readonly ErrorCode[]; stepUp?: boolean } = {},
) =>
  defineOperation(`POST /api/people/{id}/${name}`, {
    summary,
    role: "admin",
    answers: ok(personViewSchema),
    refusals,
    stepUp,
    verb: (admin, { id }) => verb(admin, id),
  });

const secured = { stepUp: true };
const second = { stepUp: true, refusals: ["nothing_to_confirm"] } as const;

export const people = {
  listPeople: defineOperation("GET /api/people", {
    summary: "Everybody who belongs or belonged here",
    role: "admin",
    answers: ok(peopleSchema),
    verb: async (admin) => ({ items: await listPeople(admin) }),
  }),
  addPerson: defineOperation("POST /api/people", {
    summary: "Add a person; the link to set their password is shown once",
    role: "admin",
    body: addPersonSchema,
    example: { name: "Nia Okafor", email: "nia@greenfield.example", role: "viewer" },
    answers: created(addedPersonSchema, "Added"),
    refusals: ["already_exists"],
    stepUp: true,
    verb: (admin, person) => addPerson(admin, person),
  }),
  changeRole: defineOperation("PATCH /api/people/{id}", {
    summary: "Change a person's role, not one's own",
    role: "admin",
    body: z.strictObject({ role: roleSchema }),
    example: { role: "viewer" },
    answers: ok(personViewSchema),
    refusals: ["last_admin", "not_live"],
    stepUp: true,
    verb: (admin, change) => changeRole(admin, change),
  }),
  revokePerson: step(
    "revoke",
    "End a person's membership, sessions, tokens and signatures at once",
    revokePerson,
    { refusals: ["last_admin"] },
  ),
  restorePerson: step(
    "restore",
    "Restore a revoked membership; what was ended stays ended",
    restorePerson,
    secured,
  ),
  endSessions: step("end-sessions", "Sign a person out everywhere; their tokens go on", endSessions),
  resetSecondFactor: step(
    "reset-second-factor",
    "Forget a lost authenticator app",
    resetSecondFactor,
    secured,
  ),
  unlinkSignIn: step(
    "unlink-sign-in",
    "Forget who a person is at the identity provider",
    unlinkSignIn,
    secured,
  ),
  confirmRole: defineOperation("POST /api/people/{id}/confirm-role", {
    summary: "Confirm the role that another administrator asked for, as it was seen",
    role: "admin",
    body: confirmRoleSchema,
    example: { role: "approver", at: "2026-11-24T08:30:00.000Z" },
    answers: ok(personViewSchema),
    refusals: ["nothing_to_confirm", "changed"],
    stepUp: true,
    verb: (admin, seen) => confirmRole(admin, seen),
  }),
  withdrawRole: step("withdraw-role", "Drop a role that waits for a confirmation", withdrawRole, {
    refusals: ["nothing_to_confirm"],
  }),
  confirmLeave: step(
    "confirm-leave",
    "Confirm that a person no longer counts among the approvers",
    confirmLeave,
    second,
  ),
  confirmRecovery: defineOperation("POST /api/people/{id}/confirm-recovery", {
    summary: "Confirm that a person's new credentials, as they were seen, are in the right hands",
    role: "admin",
    body: confirmRecoverySchema,
    example: { until: "2026-11-25T08:30:00.000Z" },
    answers: ok(personViewSchema),
    refusals: ["nothing_to_confirm", "changed"],
    stepUp: true,
    verb: (admin, seen) => confirmRecovery(admin, seen),
  }),
  issuePasswordLink: defineOperation("POST /api/people/{id}/password-link", {
    summary: "A new link to set the password once, shown once",
    role: "admin",
    answers: created(passwordLinkSchema, "Made; earlier links stop working"),
    refusals: ["not_live"],
    stepUp: true,
    verb: (admin, { id }) => issuePasswordLink(admin, id),
  }),
};
