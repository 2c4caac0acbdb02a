import { randomUUID } from "node:crypto";
import { type ApiError, Countersign, CountersignPerson } from "@countersign/sdk";
import { installation, userOf } from "../installation";

/** The SDK as an agent, and a person's tool, would use it. */

export const unique = () => randomUUID().slice(0, 8);
export const note = (about = unique()) => ({
  customer: "Riverbend Foods",
  note: `Promised payment by Friday (${about})`,
});

export const client = (more: ConstructorParameters<typeof Countersign>[0] = {}) =>
  new Countersign({ url: installation().url, agentKey: installation().agentKey, ...more });
export const personal = (role: "approver" | "admin" = "approver") =>
  new CountersignPerson({ url: installation().url, token: userOf(role).token });

/** The error that the call ends with. */
export async function refusalOf(work: Promise<unknown>): Promise<ApiError> {
  return work.then(
    () => {
      throw new Error("it was not refused");
    },
    (error: ApiError) => error,
  );
}
