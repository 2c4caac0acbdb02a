import type { Metadata } from "next";
import { CacheVersions } from "@/components/internal/cache-versions";
import { cacheVersionsQuerySchema } from "@/lib/contract/actions/drafts-and-caches";
import { readCacheVersions } from "@/lib/gateway/read/state/read-cache-versions";
import { personPage } from "@/lib/http/page";

export const metadata: Metadata = { title: "Caches" };

export default personPage(async function CacheVersionsPage(person) {
  return <CacheVersions initial={await readCacheVersions(person, cacheVersionsQuerySchema.parse({}))} />;
});
