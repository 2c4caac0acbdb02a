import { openApiDocument } from "@/lib/operations/openapi";
import { json, route } from "@/lib/http/route";

export const GET = route(async () => json(openApiDocument()));
