import { createHash, timingSafeEqual } from "node:crypto";
import { AppError } from "@/lib/core/errors";
import type { Operator } from "@/lib/core/access/principal";
import { getEnv } from "@/lib/env";

const nameLengthMax = 100;

/**
 * For the operator: `Authorization: Bearer <OPERATOR_TOKEN>`, and `X-Operator`, the name that the ledger keeps.
 * @throws AppError not_found 404 while OPERATOR_TOKEN is not set; unauthenticated 401; validation_failed 422 without a name.
 */
export function operatorFromRequest(request: Request): Operator {
  const token = getEnv().OPERATOR_TOKEN;
  if (!token) throw new AppError("not_found", "The operator's door is shut: set OPERATOR_TOKEN to open it.");
  const presented = /^bearer (.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
  // Hashed, so that both have one length and the comparison tells nothing of the token.
  if (!timingSafeEqual(digestOf(presented), digestOf(token)))
    throw new AppError("unauthenticated", "Send `Authorization: Bearer <OPERATOR_TOKEN>`.");
  return { kind: "operator", name: nameOf(request.headers.get("x-operator")) };
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function nameOf(header: string | null): string {
  const name = header?.trim() ?? "";
  if (name !== "" && name.length <= nameLengthMax) return name;
  throw new AppError("validation_failed", "Say who you are: the ledger keeps the name.", {
    issues: [{ path: "X-Operator", message: `must be a name of at most ${nameLengthMax} characters` }],
  });
}
