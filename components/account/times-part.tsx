"use client";

import type { TimesView } from "@/lib/contract/settings/routing";
import { TimesForm } from "@/components/routing/times-form";
import { Part } from "./part";

/** On the account's page: when its person is told. */
export const TimesPart = ({ times }: { times: TimesView }) => (
  <Part
    title="Quiet hours and deputy"
    text="In quiet hours messages wait for their end; while you are away your deputy is notified instead. L4 and L5 still reach somebody who may decide, if a channel reaches them."
    className="md:col-span-2"
  >
    <TimesForm times={times} userId={null} />
  </Part>
);
