import { ACTION_OPERATIONS } from "./actions";
import { LIFECYCLE_OPERATIONS } from "./lifecycle";
import type { Operation } from "./operation";
import { PEOPLE_OPERATIONS } from "./people";
import { PROPOSAL_OPERATIONS } from "./proposals";
import { ROLL_OPERATIONS } from "./rolls";
import { JOB_OPERATIONS } from "./jobs";
import { UPKEEP_OPERATIONS } from "./upkeep";

export type { Caller, Operation } from "./operation";

/** Every operation of the HTTP contract; a test holds it against the routes that exist. */
export const OPERATIONS: readonly Operation[] = [
  ...PROPOSAL_OPERATIONS,
  ...ACTION_OPERATIONS,
  ...LIFECYCLE_OPERATIONS,
  ...ROLL_OPERATIONS,
  ...UPKEEP_OPERATIONS,
  ...JOB_OPERATIONS,
  ...PEOPLE_OPERATIONS,
];
