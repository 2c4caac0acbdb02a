import { type McpServer, ResourceNotFoundError, ResourceTemplate } from "@modelcontextprotocol/server";
import type { AgentPrincipal } from "@/lib/core/access/principal";
import { AppError } from "@/lib/core/errors";
import { listProposals } from "@/lib/gateway/read/proposals/list-proposals";
import { readProposal } from "@/lib/gateway/read/proposals/read-proposal";
import { inProtocol } from "./protocol-error";

const listedMax = 50;
const about = {
  title: "A proposal of yours",
  description: "How it stands, as get_proposal answers it.",
  mimeType: "application/json",
};

export const uriOfProposal = (id: number): string => `countersign://proposals/${id}`;

/** Null: no address of a proposal. */
export function idOfUri(uri: string): number | null {
  const id = Number(/^countersign:\/\/proposals\/([1-9]\d{0,15})$/.exec(uri)?.[1]);
  return Number.isSafeInteger(id) ? id : null;
}

/** The agent's own proposals, each as a resource. Another's is not found, exactly as one that does not exist. */
export function offerProposals(server: McpServer, agent: AgentPrincipal, correlationId: string): void {
  const list = async () => {
    const { items } = await inProtocol("resources/list", correlationId, () =>
      listProposals(agent, { limit: listedMax }),
    );
    const resources = items.map(({ id, action_type: type, entity_ref: ref, status }) => ({
      uri: uriOfProposal(id),
      name: `proposal-${id}`,
      title: `#${id} ${type} of ${ref}, ${status}`,
    }));
    return { resources };
  };
  server.registerResource(
    "proposal",
    new ResourceTemplate("countersign://proposals/{id}", { list }),
    about,
    async ({ href }) => {
      const view = await inProtocol("resources/read", correlationId, () => readByUri(agent, href));
      return { contents: [{ uri: href, mimeType: about.mimeType, text: JSON.stringify(view) }] };
    },
  );
}

async function readByUri(agent: AgentPrincipal, uri: string) {
  const id = idOfUri(uri);
  if (id === null) throw new ResourceNotFoundError(uri);
  try {
    return await readProposal(agent, id, 0);
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") throw new ResourceNotFoundError(uri);
    throw error;
  }
}
