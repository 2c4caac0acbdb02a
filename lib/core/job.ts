/** How a job of ours stands at Inngest. */
export const JOB_STATUSES = ["running", "completed", "failed", "cancelled"] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];
