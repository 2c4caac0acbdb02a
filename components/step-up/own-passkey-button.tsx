"use client";
import { useQuery } from "@tanstack/react-query";
import { getJson } from "@/components/data/get-json";
import type { Passkeys } from "@/lib/contract/people/passkeys";
import { PasskeyButton, type PasskeyButtonProps } from "./passkey-button";

/** Nothing is shown to people who have no passkey that counts. */
export function OwnPasskeyButton(props: PasskeyButtonProps) {
  const { data } = useQuery({
    queryKey: ["passkeys"],
    queryFn: ({ signal }) => getJson<Passkeys>("/api/account/passkeys", signal),
    retry: false,
  });
  return data?.usable ? <PasskeyButton {...props} /> : null;
}
