import { z } from "zod";

/**
 * The topics of a stream. `runs` is runs of workflows: begun, paused, resumed, cancelled, ended. `interactions` is questions to
 * people. `controls` is everything else of the ledger but actions: switches, the lane, people, rules.
 */
export const STREAM_TOPICS = ["actions", "controls", "runs", "interactions"] as const;
export type StreamTopic = (typeof STREAM_TOPICS)[number];

export const streamQuerySchema = z.object({
  topics: z
    .string()
    .default("actions")
    .transform((text) => text.split(","))
    .pipe(z.array(z.enum(STREAM_TOPICS)))
    .describe("Separated by commas: actions, controls, runs, interactions."),
  after: z.coerce
    .number()
    .pipe(z.int().min(0))
    .optional()
    .describe("Where to go on, for a reader that cannot send Last-Event-ID."),
});

/** The data of an `action` event, and of a `run` event. `seq` grows with time, but an event may come after one with a greater one. */
export const streamedActionSchema = z.object({
  id: z.int(),
  status: z.string(),
  seq: z.int(),
  by: z.string(),
});
export type StreamedAction = z.infer<typeof streamedActionSchema>;

/** The data of a `control` event. */
export interface StreamedControl {
  /** The kind of thing that was changed, such as `kill_switch`. */
  subject: string;
  seq: number;
}

/** The data of an `interaction` event: that there is something new. Not of which question, which not everybody may know. */
export interface StreamedInteraction {
  seq: number;
}
