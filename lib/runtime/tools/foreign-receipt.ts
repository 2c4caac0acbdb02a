import { failed } from "./tool";

/** Somebody wrote it past the app, before the step did: nothing goes out under its name. */
export const foreignReceipt = () =>
  failed("unproven", "A receipt stands in this step's place that is not as Countersign wrote it.");
