import type { Metadata } from "next";
import { CacheVersions } from "@/components/internal/cache-versions";
import { requirePerson } from "@/lib/auth/session/session";
import { cacheVersionsQuerySchema } from "@/lib/contract/drafts-and-caches";
import { readCacheVersions } from "@/lib/gateway/read/state/read-cache-versions";
import { page } from "@/lib/http/page";

export const metadata: Metadata = { title: "Caches" };

export default page(async function CacheVersionsPage() {
  const person = await requirePerson();
  return <CacheVersions initial={await readCacheVersions(person, cacheVersionsQuerySchema.parse({}))} />;
});
