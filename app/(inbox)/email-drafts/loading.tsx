import { Skeleton } from "@/components/ui/states";

export default function Loading() {
  return <Skeleton words="Loading drafts…" lines={8} className="max-w-3xl p-7 max-md:p-4" />;
}
