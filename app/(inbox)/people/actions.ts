"use server";
import { z } from "zod";
import { idSchema } from "@/lib/contract/decision";
import {
  type AddedPerson,
  type PasswordLink,
  type PersonView,
  addPersonSchema,
  changeRoleSchema,
} from "@/lib/contract/people";
import { addPerson } from "@/lib/gateway/access/people/add-person";
import { changeRole } from "@/lib/gateway/access/people/change-role";
import { endSessions } from "@/lib/gateway/access/people/end-sessions";
import { issuePasswordLink } from "@/lib/gateway/access/people/issue-password-link";
import { resetSecondFactor } from "@/lib/gateway/access/people/reset-second-factor";
import { restorePerson } from "@/lib/gateway/access/people/restore-person";
import { revokePerson } from "@/lib/gateway/access/people/revoke-person";
import { unlinkSignIn } from "@/lib/gateway/access/people/unlink-sign-in";
import { answerAction, type Answered } from "@/lib/http/server-action";

/** What administrators change about people on their page. No rule lives here. */

const oneSchema = z.strictObject({ id: idSchema });
const roleSchema = changeRoleSchema.extend({ id: idSchema });

export async function addPersonOnPage(
  input: z.input<typeof addPersonSchema>,
): Promise<Answered<AddedPerson>> {
  return answerAction(addPersonSchema, input, (person, sent) => addPerson(person, sent));
}

export async function changeRoleOnPage(input: z.input<typeof roleSchema>): Promise<Answered<PersonView>> {
  return answerAction(roleSchema, input, (person, sent) => changeRole(person, sent));
}

export async function revokePersonOnPage(input: { id: number }): Promise<Answered<PersonView>> {
  return answerAction(oneSchema, input, (person, { id }) => revokePerson(person, id));
}

export async function restorePersonOnPage(input: { id: number }): Promise<Answered<PersonView>> {
  return answerAction(oneSchema, input, (person, { id }) => restorePerson(person, id));
}

export async function endSessionsOnPage(input: { id: number }): Promise<Answered<PersonView>> {
  return answerAction(oneSchema, input, (person, { id }) => endSessions(person, id));
}

export async function resetSecondFactorOnPage(input: { id: number }): Promise<Answered<PersonView>> {
  return answerAction(oneSchema, input, (person, { id }) => resetSecondFactor(person, id));
}

export async function unlinkSignInOnPage(input: { id: number }): Promise<Answered<PersonView>> {
  return answerAction(oneSchema, input, (person, { id }) => unlinkSignIn(person, id));
}

export async function issuePasswordLinkOnPage(input: { id: number }): Promise<Answered<PasswordLink>> {
  return answerAction(oneSchema, input, (person, { id }) => issuePasswordLink(person, id));
}
