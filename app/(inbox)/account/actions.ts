"use server";
import { z } from "zod";
import {
  type Account,
  type Enrolment,
  type NewTokenView,
  beginSecondFactorSchema,
  changePasswordSchema,
  chooseTenantSchema,
  confirmSecondFactorSchema,
  createTokenSchema,
  renameSchema,
} from "@/lib/contract/people";
import { idSchema } from "@/lib/contract/decision";
import { beginSecondFactor } from "@/lib/gateway/access/account/begin-second-factor";
import { changePassword } from "@/lib/gateway/access/account/change-password";
import { chooseTenant } from "@/lib/gateway/access/account/choose-tenant";
import { confirmSecondFactor } from "@/lib/gateway/access/account/confirm-second-factor";
import { createToken } from "@/lib/gateway/access/account/create-token";
import { endOwnSession } from "@/lib/gateway/access/account/end-own-session";
import { renameSelf } from "@/lib/gateway/access/account/rename-self";
import { revokeToken } from "@/lib/gateway/access/account/revoke-token";
import { signOutEverywhere } from "@/lib/gateway/access/account/sign-out-everywhere";
import { answerAction, type Answered } from "@/lib/http/server-action";

/** What people change about their own account on its page. No rule lives here. */

const oneSchema = z.strictObject({ id: idSchema });
const nothingSchema = z.strictObject({});

export async function renameOnPage(input: z.input<typeof renameSchema>): Promise<Answered<Account>> {
  return answerAction(renameSchema, input, (person, { name }) => renameSelf(person, name));
}

export async function changePasswordOnPage(
  input: z.input<typeof changePasswordSchema>,
): Promise<Answered<Account>> {
  return answerAction(changePasswordSchema, input, (person, sent) =>
    changePassword(person, { current: sent.current_password, next: sent.new_password }),
  );
}

export async function beginSecondFactorOnPage(
  input: z.input<typeof beginSecondFactorSchema>,
): Promise<Answered<Enrolment>> {
  return answerAction(beginSecondFactorSchema, input, (person, { password }) =>
    beginSecondFactor(person, password),
  );
}

export async function confirmSecondFactorOnPage(
  input: z.input<typeof confirmSecondFactorSchema>,
): Promise<Answered<Account>> {
  return answerAction(confirmSecondFactorSchema, input, (person, { enrolment, code, current_code }) =>
    confirmSecondFactor(person, { enrolment, code, currentCode: current_code }),
  );
}

export async function createTokenOnPage(
  input: z.input<typeof createTokenSchema>,
): Promise<Answered<NewTokenView>> {
  return answerAction(createTokenSchema, input, (person, { name, expires_in_days }) =>
    createToken(person, { name, validDays: expires_in_days }),
  );
}

export async function revokeTokenOnPage(input: { id: number }): Promise<Answered<Account>> {
  return answerAction(oneSchema, input, (person, { id }) => revokeToken(person, id));
}

export async function endSessionOnPage(input: { id: number }): Promise<Answered<Account>> {
  return answerAction(oneSchema, input, (person, { id }) => endOwnSession(person, id));
}

export async function signOutEverywhereOnPage(): Promise<Answered<{ signed_out: true }>> {
  return answerAction(nothingSchema, {}, (person) => signOutEverywhere(person));
}

export async function chooseTenantOnPage(
  input: z.input<typeof chooseTenantSchema>,
): Promise<Answered<{ tenant_id: number }>> {
  return answerAction(chooseTenantSchema, input, (person, { tenant_id }) => chooseTenant(person, tenant_id));
}
