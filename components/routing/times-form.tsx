"use client";
import { useRouter } from "next/navigation";
import { type FormEvent, useState, useSyncExternalStore } from "react";
import { announce } from "@/components/ui/announcer";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { SelectField, TextField } from "@/components/ui/forms/fields";
import { useSubmission } from "@/components/ui/forms/use-submission";
import { RelativeTime } from "@/components/ui/time";
import type { Times, TimesView } from "@/lib/contract/settings/routing";
import { act } from "@/lib/operations/act";

interface TimesFormProps {
  times: TimesView;
  /** The person whose times an administrator sets. Null: the viewer sets their own. */
  userId: number | null;
}

const NOBODY = "";
const DIGEST_HINT = "L1 and L2 as one message on working days. Leave it empty to hear of each.";

const never = () => () => {};

/**
 * Quiet hours, time zone, and the deputy while away. Dates are this browser's: the server, which has another clock, begins a form that the
 * browser begins again.
 */
export function TimesForm(props: TimesFormProps) {
  const isCurrentPlace = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return <Form key={String(isCurrentPlace)} {...props} isCurrentPlace={isCurrentPlace} />;
}

function Form({ times, userId, isCurrentPlace }: TimesFormProps & { isCurrentPlace: boolean }) {
  const router = useRouter();
  const { sending, failure, errorOf, send } = useSubmission();
  const [draft, setDraft] = useState(() => draftOf(times, isCurrentPlace));
  const set = (more: Partial<Draft>) => setDraft((before) => ({ ...before, ...more }));
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const input = timesOf(draft);
    const saved = await send(
      () => (userId === null ? act("setOwnTimes", input) : act("setTimesOf", { id: userId, ...input })),
      form,
    );
    if (saved === null) return;
    announce("The times are saved.");
    router.refresh();
  };
  const field = (name: keyof Draft & string, label: string, type: string, hint?: string) => (
    <TextField
      name={FIELD_NAMES[name]}
      label={label}
      type={type}
      hint={hint}
      value={draft[name]}
      error={errorOf(FIELD_NAMES[name])}
      disabled={sending}
      onChange={({ target: { value } }) => set({ [name]: value })}
    />
  );
  return (
    <form onSubmit={(event) => void submit(event)} className="grid max-w-xl gap-4" noValidate>
      {field(
        "zone",
        "Time zone",
        "text",
        "Such as Europe/Berlin. Quiet hours and the digest follow its clocks.",
      )}
      {field("digestAt", "Digest at", "time", DIGEST_HINT)}
      <div className="grid items-start gap-4 md:grid-cols-2">
        {field("quietFrom", "Quiet from", "time", "Leave both empty for none.")}
        {field("quietUntil", "Quiet until", "time")}
        {field("awayFrom", "Away from", "datetime-local", "Leave both empty if not away.")}
        {field("awayUntil", "Away until", "datetime-local")}
      </div>
      <SelectField
        name="away.deputy_user_id"
        label="Deputy"
        hint="Notified instead while you are away. They decide only what they may decide anyway."
        options={[
          { value: NOBODY, name: "Nobody" },
          ...times.people.map(({ user_id: id, name }) => ({ value: String(id), name })),
        ]}
        value={draft.deputy}
        error={errorOf("away.deputy_user_id")}
        disabled={sending}
        onChange={({ target: { value } }) => set({ deputy: value })}
      />
      {failure && <Failure title="The times were not saved" text={failure} />}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" disabled={sending}>
          {sending ? "Saving…" : "Save times"}
        </Button>
        {times.changed_at !== null && (
          <p className="text-xs text-ink-3">
            Last changed by {times.changed_by} <RelativeTime iso={times.changed_at} />
          </p>
        )}
      </div>
    </form>
  );
}

interface Draft {
  zone: string;
  quietFrom: string;
  quietUntil: string;
  digestAt: string;
  awayFrom: string;
  awayUntil: string;
  deputy: string;
}

const FIELD_NAMES: Readonly<Record<keyof Draft, string>> = {
  zone: "time_zone",
  quietFrom: "quiet.from",
  quietUntil: "quiet.until",
  digestAt: "digest_at",
  awayFrom: "away.from",
  awayUntil: "away.until",
  deputy: "away.deputy_user_id",
};

const draftOf = (
  { time_zone: zone, quiet, away, digest_at: digestAt }: TimesView,
  isCurrentPlace: boolean,
): Draft => ({
  zone,
  quietFrom: quiet?.from ?? "",
  quietUntil: quiet?.until ?? "",
  digestAt: digestAt ?? "",
  awayFrom: away && isCurrentPlace ? localOf(away.from) : "",
  awayUntil: away && isCurrentPlace ? localOf(away.until) : "",
  deputy: away?.deputy_user_id == null ? NOBODY : String(away.deputy_user_id),
});

function timesOf(draft: Draft): Times {
  const { zone, quietFrom, quietUntil, digestAt, awayFrom, awayUntil, deputy } = draft;
  return {
    time_zone: zone.trim(),
    digest_at: digestAt === "" ? null : digestAt,
    quiet: quietFrom === "" && quietUntil === "" ? null : { from: quietFrom, until: quietUntil },
    away:
      awayFrom === "" && awayUntil === ""
        ? null
        : {
            from: isoOf(awayFrom),
            until: isoOf(awayUntil),
            deputy_user_id: deputy === NOBODY ? null : Number(deputy),
          },
  };
}

/** As the field wants it: by this browser's clock, to the minute. */
function localOf(iso: string): string {
  const date = new Date(iso);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Empty text stays empty: the server names the field. */
const isoOf = (local: string): string => (local === "" ? "" : new Date(local).toISOString());
