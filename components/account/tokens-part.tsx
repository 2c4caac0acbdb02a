"use client";
import { lazily } from "@/components/ui/lazily";
import { ConfirmButton } from "@/components/ui/sheets/confirm-button";
import { DialogButton } from "@/components/ui/sheets/dialog-button";
import { RelativeTime } from "@/components/ui/time";
import type { TokenView } from "@/lib/contract/people/account";
import { act } from "@/lib/operations/act";
import { Part } from "./part";

const CreateToken = lazily(() => import("./create-token").then((module) => module.CreateToken));

export function TokensPart({ tokens, tenant }: { tokens: TokenView[]; tenant: string }) {
  return (
    <Part
      title="Personal tokens"
      text={`For scripts that speak for you in ${tenant}, with your role. L5 asks for your app's code all the same.`}
      className="md:col-span-2"
    >
      {tokens.length === 0 ? (
        <p className="text-sm text-ink-2">
          None. Create one to use the HTTP contract without a browser; you see it once, and it ends by itself.
        </p>
      ) : (
        <ul className="grid" aria-label="Personal tokens">
          {tokens.map((token) => (
            <li
              key={token.id}
              data-token-id={token.id}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t py-2 first:border-t-0"
            >
              <div className="grid min-w-0 flex-1 gap-0.5">
                <p className="text-sm font-medium break-words">
                  {token.name}{" "}
                  {token.prefix && (
                    <span className="font-mono text-xs font-normal text-ink-3">{token.prefix}…</span>
                  )}
                </p>
                <p className="text-xs text-ink-3">
                  Created <RelativeTime iso={token.created_at} /> ·{" "}
                  {token.last_used_at ? (
                    <>
                      used <RelativeTime iso={token.last_used_at} />
                    </>
                  ) : (
                    "not used yet"
                  )}{" "}
                  · {token.expires_at ? `ends on ${token.expires_at.slice(0, 10)}` : "never ends"}
                </p>
              </div>
              <ConfirmButton
                label="Revoke…"
                size="small"
                aria-label={`Revoke ${token.name}`}
                title={`Revoke ${token.name}?`}
                description="Whatever uses it fails at its next request. It does not come back."
                press="Revoke"
                tone="danger"
                send={() => act("revokeToken", { id: token.id })}
                refreshes
                done={() => `${token.name} is revoked.`}
              />
            </li>
          ))}
        </ul>
      )}
      <div>
        <DialogButton renderDialog={(onClose) => <CreateToken onClose={onClose} />}>
          Create a token…
        </DialogButton>
      </div>
    </Part>
  );
}
