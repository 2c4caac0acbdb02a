"use client";
import { Badge } from "@/components/ui/badge";
import { ConfirmButton } from "@/components/ui/sheets/confirm-button";
import { RelativeTime } from "@/components/ui/time";
import type { Account } from "@/lib/contract/people/account";
import { act } from "@/lib/operations/act";
import { browserWords } from "./browser-words";
import { Part } from "./part";

type Session = Account["sessions"][number];

export function SessionsPart({ sessions, tenant }: { sessions: Session[]; tenant: string }) {
  return (
    <Part
      title="Signed-in browsers"
      text={`Browsers that are signed in to ${tenant}. Each session ends after twelve hours.`}
    >
      <ul className="grid" aria-label="Signed-in browsers">
        {sessions.map((session) => (
          <li
            key={session.id}
            data-session-id={session.id}
            className="flex items-center gap-3 border-t py-2 first:border-t-0"
          >
            <div className="grid min-w-0 flex-1 gap-0.5">
              <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
                {browserWords(session.user_agent)} {session.current && <Badge tone="good">this one</Badge>}
              </p>
              <p className="text-xs text-ink-3">
                Signed in <RelativeTime iso={session.created_at} />
                {session.via === "oidc" && " through the provider"}
              </p>
            </div>
            {!session.current && (
              <ConfirmButton
                label="Sign out…"
                size="small"
                aria-label={`Sign out ${browserWords(session.user_agent)}`}
                title="Sign this browser out?"
                description={`${browserWords(session.user_agent)} is nobody's at its next request.`}
                press="Sign out"
                tone="danger"
                send={() => act("endOwnSession", { id: session.id })}
                refreshes
                done={() => "That browser is signed out."}
              />
            )}
          </li>
        ))}
      </ul>
      <div>
        <ConfirmButton
          label="Sign out everywhere…"
          title="Sign out everywhere?"
          description="Every browser, this one too, is signed out at once, in every company of yours. Personal tokens go on."
          press="Sign out everywhere"
          tone="danger"
          send={() => act("signOutEverywhere")}
          done={() => {
            window.location.assign("/sign-in");
            return null;
          }}
        />
      </div>
    </Part>
  );
}
