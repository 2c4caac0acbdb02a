import { notFound } from "next/navigation";
import { AppError } from "@/lib/core/errors";

/** The page for an address that leads nowhere, where there is nothing to read. Other faults go on. */
export async function orNotFound<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") notFound();
    throw error;
  }
}
