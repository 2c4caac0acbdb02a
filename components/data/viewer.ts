"use client";
import { createRequired } from "@/components/state/required-context";
import type { Person } from "@/lib/core/access/principal";

/** The person signed in, as far as the screen needs to know them; the server asks the session again for every decision. */
export interface Viewer extends Pick<Person, "name" | "email" | "role" | "tenantId" | "tenantName"> {
  /** False: the content of proposed actions is hidden from this person. */
  seesContent: boolean;
  /** Every company this person may work in, the present one among them. */
  tenants: { id: number; name: string }[];
  /** Names the person and the company to the server, which refuses what this page asks for anybody else. */
  owner: string;
}

export const [ViewerProvider, useViewer] = createRequired<Viewer>("ViewerProvider");
