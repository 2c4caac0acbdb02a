import type { Operation } from "./operation";

export const LIFECYCLE_OPERATIONS: readonly Operation[] = [];
