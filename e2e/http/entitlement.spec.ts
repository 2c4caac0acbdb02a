import { setEntitlement } from "@/db/seed/entitlement";
import { call } from "../support/http/call";
import { database } from "../support/database";
import { foundOtherTenant } from "../support/people/other-tenant";
import { expectProblem } from "../support/http/refusal";
import { expect, test } from "../support/test";

test("a company that is suspended, or not entitled to a type, decides nothing of it: 403 not_entitled", async () => {
  const { company, action, adminToken: token } = await foundOtherTenant();
  const entitle = (entitlement: Parameters<typeof setEntitlement>[3]) =>
    setEntitlement(database(), company.slug, "test", entitlement);
  const { id, payload_hash } = action;
  const approve = () => call("decideAction", { token }, { id, payload_hash, decision: "approve" });
  for (const entitlement of [{ suspended: true }, { suspended: false, actionTypes: ["customer_update"] }]) {
    await entitle(entitlement);
    expectProblem(await approve(), "not_entitled");
  }
  await entitle({ actionTypes: null });
  expect((await approve()).status).toBe(200);
});
