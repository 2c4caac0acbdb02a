import { z } from "zod";

/** The input of an `http.request` step, under `with`. */

const AN_ADDRESS = "an address begins with https://";
/** This machine itself, which is open to tests and the demo alone. */
export const HERE = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?\//;

export const httpInputSchema = z.strictObject({
  method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]),
  url: z
    .string()
    .max(2_000)
    .regex(/^https?:\/\//, AN_ADDRESS),
  headers: z.record(z.string(), z.string()).optional(),
  body: z.json().optional(),
  accept: z.array(z.int().min(100).max(599)).max(20).optional(),
  honours_key: z.boolean().optional(),
  undo: z.string().max(400).optional(),
});
export type HttpInput = z.infer<typeof httpInputSchema>;
