import { Skeleton } from "@/components/ui/states";

/** Stands in the place of a page that is on its way. */
export function PageLoading() {
  return <Skeleton words="Loading the page…" lines={8} className="max-w-3xl p-7 max-md:p-4" />;
}
