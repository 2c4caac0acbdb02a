/** This room holds the schemas of everything that crosses HTTP; types come from them. */

import { z } from "zod";
import type { AppError } from "@/lib/core/errors";

/** RFC 9457 problem document; `code` is stable, `detail` says what to do, `errors` name the fields. */
export const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: z.string(),
    detail: z.string(),
    errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  })
  .catchall(z.unknown());
export type Problem = z.infer<typeof problemSchema>;

const titles: Record<number, string> = {
  400: "Bad request",
  401: "Not signed in",
  403: "Not allowed",
  404: "Not found",
  405: "Method not allowed",
  408: "Too slow",
  409: "Conflict",
  410: "Expired",
  412: "Changed",
  413: "Too large",
  415: "Unsupported media type",
  422: "Not valid",
  423: "Blocked",
  428: "Confirmation needed",
  429: "Slow down",
  500: "Our fault",
  503: "Not available",
};

export function problemOf(error: AppError): Problem {
  return {
    type: error.type,
    title: titles[error.status] ?? "Error",
    status: error.status,
    code: error.code,
    detail: error.publicMessage,
    ...(error.issues.length > 0 ? { errors: error.issues } : {}),
    ...error.members,
  };
}
