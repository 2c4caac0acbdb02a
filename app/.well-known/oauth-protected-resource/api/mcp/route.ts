/** About /api/mcp, for clients that look for an authorization server. */
export const dynamic = "force-dynamic";
export { answerMetadata as GET } from "@/lib/mcp/resource-metadata";
