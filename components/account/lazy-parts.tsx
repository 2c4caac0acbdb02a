"use client";
import { lazily } from "@/components/ui/lazily";

/** Parts that nobody came to the page for at once. */

export const PasskeysPart = lazily(() => import("./passkeys-part").then((module) => module.PasskeysPart));
export const PushPart = lazily(() => import("./push-part").then((module) => module.PushPart));
export const TimesPart = lazily(() => import("./times-part").then((module) => module.TimesPart));
export const ToldPart = lazily(() => import("./told-part").then((module) => module.ToldPart));
