import { actionTypeOf } from "@/lib/action-types/registry";
import type { ActionTypeDefinition } from "@/lib/action-types/shared/definition";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import type { RestletClient } from "./netsuite/restlet-client";
import type { Gateway } from "@/lib/gateway/context";

/** Where a write goes. Both kinds answer in the same verdicts, so that everything after the sending is the same. */

export type Destination = ActionTypeDefinition["destination"];
export type DestinationClient = Pick<RestletClient, "write" | "read" | "probe">;

/** From the action type's definition; a type that this version does not know would have gone to NetSuite. */
export function destinationOf({ action_type }: Pick<ProposalPayload, "action_type">): Destination {
  return actionTypeOf(action_type)?.destination ?? "netsuite";
}

export function clientOf(gateway: Gateway, tenantId: number, destination: Destination): DestinationClient {
  return destination === "internal" ? gateway.internal(tenantId) : gateway.netsuite;
}
