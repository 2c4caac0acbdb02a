import { afterEach, expect, test, vi } from "vitest";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { operatorFromRequest } from "./operator";

const env = vi.hoisted((): { OPERATOR_TOKEN?: string } => ({}));
vi.mock("@/lib/env", () => ({ getEnv: () => env }));
afterEach(() => delete env.OPERATOR_TOKEN);

const token = "0123456789abcdef0123456789abcdef";
const ask = async (headers: Record<string, string>) =>
  operatorFromRequest(new Request("http://countersign.test/", { headers }));

test("the operator's door is shut while the environment has no token, whatever is presented", async () => {
  await expectRefusal(ask({ authorization: "Bearer ", "x-operator": "Olaf" }), "not_found");
  await expectRefusal(ask({ authorization: "Bearer undefined", "x-operator": "Olaf" }), "not_found");
});

test("only the exact token opens it, and only to somebody who says their name", async () => {
  env.OPERATOR_TOKEN = token;
  for (const wrong of ["", "x", `${token}0`, token.slice(1), token.toUpperCase()])
    await expectRefusal(ask({ authorization: `Bearer ${wrong}`, "x-operator": "Olaf" }), "unauthenticated");
  await expectRefusal(ask({ "x-operator": "Olaf" }), "unauthenticated");
  for (const name of ["", " ", "O".repeat(101)])
    await expectRefusal(ask({ authorization: `Bearer ${token}`, "x-operator": name }), "validation_failed");
  expect(await ask({ authorization: `bearer ${token}`, "x-operator": " Olaf " })).toEqual({
    kind: "operator",
    name: "Olaf",
  });
});
