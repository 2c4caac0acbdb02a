"use client";
import { createContext, useContext, type ReactNode } from "react";
import type { Person } from "@/lib/core/access/principal";

/** What the screen needs to know about who is reading; the server asks the session again for every decision. */
export interface Reader extends Pick<Person, "name" | "email" | "role" | "tenantId" | "tenantName"> {
  /** Every company this person may work in, the present one among them. */
  tenants: { id: number; name: string }[];
}

const ReaderContext = createContext<Reader | null>(null);

export function ReaderProvider({ reader, children }: { reader: Reader; children: ReactNode }) {
  return <ReaderContext.Provider value={reader}>{children}</ReaderContext.Provider>;
}

export function useReader(): Reader {
  const reader = useContext(ReaderContext);
  if (!reader) throw new Error("useReader stands outside its ReaderProvider");
  return reader;
}
