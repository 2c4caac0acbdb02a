import type { Operation } from "./operation";

export const PEOPLE_OPERATIONS: readonly Operation[] = [];
