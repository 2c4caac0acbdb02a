"use client";
import { lazily } from "@/components/ui/lazily";

/** Parts that nobody came to the page for at once. */

export const PasskeysPart = lazily(() => import("./passkeys-part").then((module) => module.PasskeysPart));
export const PushPart = lazily(() => import("./push-part").then((module) => module.PushPart));
export const TimesPart = lazily(() => import("./times-part").then((module) => module.TimesPart));
export const ChannelsPart = lazily(() => import("./channels-part").then((module) => module.ChannelsPart));
