import { cn } from "@/components/ui/cn";

export function Mark({ className }: { className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 32 32" className={cn("size-[22px] shrink-0", className)}>
      <rect width="32" height="32" rx="8" className="fill-solid" />
      <path
        d="M21.5 12.2a6.6 6.6 0 1 0 0 7.6"
        fill="none"
        strokeWidth="3"
        strokeLinecap="round"
        className="stroke-on-solid"
      />
      <path
        d="m13.6 16.2 2.1 2.1 5.6-5.8"
        fill="none"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="stroke-on-solid"
      />
    </svg>
  );
}
