import { openApiDocument } from "@/lib/http/openapi";
import { json, route } from "@/lib/http/route";

export const GET = route(async () => json(openApiDocument()));
