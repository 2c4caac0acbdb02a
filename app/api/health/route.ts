import { readHealth } from "@/lib/gateway/read/state/read-health";
import { json, route } from "@/lib/http/route";

export const dynamic = "force-dynamic";

export const GET = route(async () => {
  const health = await readHealth();
  return json(health, health.database === "ok" ? 200 : 503);
});
