"use client";
import { Badge } from "@/components/ui/badge";
import { lazily } from "@/components/ui/lazily";
import { ConfirmButton } from "@/components/ui/sheets/confirm-button";
import { DialogButton } from "@/components/ui/sheets/dialog-button";
import { RelativeTime } from "@/components/ui/time";
import type { Passkeys, PasskeyView } from "@/lib/contract/people/passkeys";
import { act } from "@/lib/operations/act";
import { Part } from "./part";

const AddPasskey = lazily(() => import("./add-passkey").then((module) => module.AddPasskey));

const ABOUT =
  "A fingerprint, a face or a security key in the place of the app’s six digits. Each signature is good for one decision or one step alone.";

interface PasskeysPartProps {
  passkeys: Passkeys;
  /** A passkey is added by a code of it. */
  hasApp: boolean;
}

export function PasskeysPart({ passkeys: { available, items }, hasApp }: PasskeysPartProps) {
  return (
    <Part title="Passkeys" text={ABOUT}>
      {items.length > 0 && (
        <ul className="grid" aria-label="Passkeys">
          {items.map((passkey) => (
            <PasskeyLine key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {available && hasApp ? (
        <div>
          <DialogButton renderDialog={(onClose) => <AddPasskey onClose={onClose} />}>
            Add a passkey…
          </DialogButton>
        </div>
      ) : (
        <p className="text-sm text-ink-2">
          {available
            ? "Set up an authenticator app first: a passkey is added by one of its codes."
            : "This server’s address cannot have passkeys: they need https and a host name, or localhost."}
        </p>
      )}
    </Part>
  );
}

function PasskeyLine({ passkey }: { passkey: PasskeyView }) {
  const { id, label, added_at: addedAt, used_at: usedAt, counts } = passkey;
  return (
    <li className="flex items-center gap-3 border-t py-2 first:border-t-0">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="flex flex-wrap items-center gap-2 text-sm font-medium break-words">
          {label} {!counts && <Badge tone="warn">no longer counts</Badge>}
        </p>
        <p className="text-xs text-ink-3">
          {counts ? (
            <>
              Added <RelativeTime iso={addedAt} />
              {usedAt ? (
                <>
                  {" "}
                  · used <RelativeTime iso={usedAt} />
                </>
              ) : (
                " · not used yet"
              )}
            </>
          ) : (
            "Your authenticator app was replaced since it was added. Remove it, and add it again."
          )}
        </p>
      </div>
      <ConfirmButton
        label="Remove…"
        size="small"
        aria-label={`Remove ${label}`}
        title={`Remove ${label}?`}
        description="It signs nothing here any more. To use it again, add it again."
        press="Remove"
        tone="danger"
        send={() => act("removePasskey", { id })}
        refreshes
        done={() => `${label} is removed.`}
      />
    </li>
  );
}
