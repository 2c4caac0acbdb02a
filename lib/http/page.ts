import { unstable_rethrow } from "next/navigation";
import { requirePerson } from "@/lib/auth/session/session";
import type { Person } from "@/lib/core/access/principal";
import { inRequest, loggedFault } from "./request-correlation";

/** The frame of every page that reads something: its lines carry the request's correlation id, its faults no payload. */
export function page<Props, Content>(render: (props: Props) => Promise<Content>) {
  return (props: Props): Promise<Content> =>
    inRequest(async (correlationId) => {
      try {
        return await render(props);
      } catch (error) {
        // Next throws to redirect, or to say that there is no such page: that is no fault.
        unstable_rethrow(error);
        throw loggedFault(error, correlationId, "A page could not be read");
      }
    });
}

/** A page for people of the company; everybody else is led to the sign-in page first. */
export function personPage<Props, Content>(render: (person: Person, props: Props) => Promise<Content>) {
  return page(async (props: Props) => render(await requirePerson(), props));
}
