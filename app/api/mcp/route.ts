import { answerMcp } from "@/lib/mcp/answer-mcp";

export const dynamic = "force-dynamic";

/** The door of agents that speak the Model Context Protocol. */
const answer = answerMcp();
export { answer as DELETE, answer as GET, answer as POST };
