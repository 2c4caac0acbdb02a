import { AppError } from "@/lib/core/errors";

/** Null where what was asked does not answer: the page is shown all the same and tries again. Other faults go on. */
export async function orUnavailable<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof AppError && error.code === "unavailable") return null;
    throw error;
  }
}
