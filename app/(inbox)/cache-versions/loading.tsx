import { Skeleton } from "@/components/ui/states";

export default function Loading() {
  return <Skeleton words="Loading caches…" lines={6} className="max-w-3xl p-7 max-md:p-4" />;
}
