import type { StoredProof } from "@/db/queries/pushes/internal-writes";
import { findSeal } from "./event-seals";
import { isTakenIn } from "./intake-seal";

/** True where the app took an action in, let it through and saw it written: each of the three has its seal. */
export const isOwnWrite = (
  tenantId: number,
  { approval, end, intakeSeals, ...intake }: StoredProof,
): boolean =>
  isTakenIn({ ...intake, tenantId }, intakeSeals) &&
  [approval, end].every((text) => ["current", "previous"].includes(findSeal(tenantId, text)));
