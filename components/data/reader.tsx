"use client";
import { createContext, useContext, type ReactNode } from "react";
import type { Person } from "@/lib/core/principal";

/** What the screen needs to know about who is reading; the server asks the session again for every decision. */
export type Reader = Pick<Person, "name" | "email" | "role" | "tenantName">;

const ReaderContext = createContext<Reader | null>(null);

export function ReaderProvider({ reader, children }: { reader: Reader; children: ReactNode }) {
  return <ReaderContext.Provider value={reader}>{children}</ReaderContext.Provider>;
}

export function useReader(): Reader {
  const reader = useContext(ReaderContext);
  if (!reader) throw new Error("useReader stands outside its ReaderProvider");
  return reader;
}
