"use client";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { announce } from "@/components/ui/announcer";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { useSubmission } from "@/components/ui/forms/use-submission";
import { RelativeTime } from "@/components/ui/time";
import type { Account, PushDeviceView } from "@/lib/contract/people/account";
import { act } from "@/lib/operations/act";
import { browserWords } from "./browser-words";
import { Part } from "./part";
import { type BrowserState, readBrowserState, subscribeBrowser, unsubscribeBrowser } from "./this-browser";

const ABOUT =
  "A notification says that something is waiting for you, but not what it is about. Clicking it opens the page; it decides nothing.";

export function PushPart({ push, tenant }: { push: Account["push"]; tenant: string }) {
  return (
    <Part title="Browser notifications" text={ABOUT}>
      {push.public_key === null ? (
        <p className="text-sm text-ink-2">
          Not set up on this server: set WEB_PUSH_PUBLIC_KEY, WEB_PUSH_PRIVATE_KEY and WEB_PUSH_CONTACT, and
          start the app again.
        </p>
      ) : (
        <Browsers publicKey={push.public_key} devices={push.devices} tenant={tenant} />
      )}
    </Part>
  );
}

interface BrowsersProps {
  publicKey: string;
  devices: readonly PushDeviceView[];
  tenant: string;
}

function Browsers({ publicKey, devices, tenant }: BrowsersProps) {
  const router = useRouter();
  const { sending, failure, send } = useSubmission();
  const [state, setState] = useState<BrowserState | null>(null);
  const readAgain = () => void readBrowserState().then(setState, () => setState({ kind: "unable" }));
  useEffect(readAgain, [devices]);
  const isThis = ({ endpoint_hash: hash }: PushDeviceView) =>
    state?.kind === "on" && state.endpointHash === hash;
  const turnOn = async () => {
    const isOn = await send(async () => {
      const subscribed = await subscribeBrowser(publicKey);
      return subscribed && act("subscribeDevice", subscribed);
    });
    readAgain();
    if (!isOn) return;
    announce("Notifications are on in this browser.");
    router.refresh();
  };
  const turnOff = async (device: PushDeviceView) => {
    if (isThis(device)) await unsubscribeBrowser();
    if (!(await send(() => act("endDevice", { id: device.id })))) return;
    announce(`Notifications are off in ${browserWords(device.user_agent)}.`);
    router.refresh();
  };
  return (
    <>
      {devices.length > 0 && (
        <ul className="grid" aria-label={`Browsers with notifications from ${tenant}`}>
          {devices.map((device) => (
            <li key={device.id} className="flex items-center gap-3 border-t py-2 first:border-t-0">
              <div className="grid min-w-0 flex-1 gap-0.5">
                <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
                  {browserWords(device.user_agent)} {isThis(device) && <Badge tone="good">this one</Badge>}
                </p>
                <p className="text-xs text-ink-3">
                  {device.sent_at ? (
                    <>
                      Last notified <RelativeTime iso={device.sent_at} />
                    </>
                  ) : (
                    <>
                      On since <RelativeTime iso={device.created_at} />
                    </>
                  )}
                </p>
              </div>
              <Button
                size="small"
                disabled={sending}
                aria-label={`Turn off ${browserWords(device.user_agent)}`}
                onClick={() => void turnOff(device)}
              >
                Turn off
              </Button>
            </li>
          ))}
        </ul>
      )}
      {failure && <Failure title="Nothing was changed" text={failure} />}
      <ThisBrowser
        state={state}
        isListed={devices.some(isThis)}
        sending={sending}
        onTurnOn={() => void turnOn()}
      />
    </>
  );
}

interface ThisBrowserProps {
  /** Null: not known yet. */
  state: BrowserState | null;
  isListed: boolean;
  sending: boolean;
  onTurnOn: () => void;
}

function ThisBrowser({ state, isListed, sending, onTurnOn }: ThisBrowserProps) {
  if (state === null || (state.kind === "on" && isListed)) return null;
  if (state.kind === "unable")
    return (
      <p className="text-sm text-ink-2">
        This browser does not support notifications. On an iPhone or iPad, add Countersign to the Home Screen
        and open it there.
      </p>
    );
  if (state.kind === "blocked")
    return (
      <p className="text-sm text-ink-2">
        You blocked notifications from this site. Allow them in the browser’s settings, then reload this page.
      </p>
    );
  return (
    <div>
      <Button disabled={sending} onClick={onTurnOn}>
        {sending ? "Turning on…" : "Turn on in this browser"}
      </Button>
    </div>
  );
}
