import Link from "next/link";
import { PageSection } from "@/components/ui/page";
import { UntrustedText } from "@/components/ui/untrusted-text";
import type { Routing } from "@/lib/contract/settings/routing";

/** The way to each person's own times, for whoever administers. */
export function PeopleTimes({ people }: { people: Routing["people"] }) {
  return (
    <PageSection title="Away and deputies">
      <p className="text-sm text-ink-2">
        Each person sets quiet hours and a deputy in their account. Set them here for somebody who cannot.
      </p>
      <ul className="grid" aria-label="People">
        {people.map(({ user_id: id, name, role }) => (
          <li key={id} className="flex items-center gap-2 border-t text-sm first:border-t-0">
            <Link
              href={`/people/${id}/notifications`}
              className="flex min-h-11 items-center gap-2 text-sm underline underline-offset-2"
            >
              <UntrustedText>{name}</UntrustedText>{" "}
            </Link>
            <span className="text-ink-3">{role}</span>
          </li>
        ))}
      </ul>
    </PageSection>
  );
}
