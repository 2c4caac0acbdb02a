/** This room shows what stays with Countersign: mail drafts and cache versions. */
"use client";
import { useQueryClient } from "@tanstack/react-query";
import { ActionLink } from "@/components/action/change/version-link";
import { HiddenContent } from "@/components/data/hidden-content";
import { PagedList } from "@/components/data/paged-list";
import { usePages } from "@/components/data/use-pages";
import { useViewer } from "@/components/data/viewer";
import { CopyButton } from "@/components/ui/forms/copy-button";
import { useSubmission } from "@/components/ui/forms/use-submission";
import { announce } from "@/components/ui/announcer";
import { UntrustedText } from "@/components/ui/untrusted-text";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Definitions } from "@/components/ui/definitions";
import { EmptyState } from "@/components/ui/states";
import { RelativeTime } from "@/components/ui/time";
import type { EmailDraft, EmailDraftList } from "@/lib/contract/actions/drafts-and-caches";
import { mayDecide } from "@/lib/core/access/principal";
import { PageFrame } from "@/components/ui/page";
import { act } from "@/lib/operations/act";

/** Drafts that were approved and kept: to be copied and sent by hand, then marked. */
export function EmailDrafts({ initial }: { initial: EmailDraftList }) {
  const list = usePages<EmailDraftList>({
    queryKey: ["email-drafts"],
    path: (cursor) => `/api/email-drafts${cursor ? `?cursor=${cursor}` : ""}`,
    first: initial,
    pollMs: false,
  });
  return (
    <PageFrame
      title="E-mail drafts"
      text="Drafts by agents that somebody approved. Countersign sends no e-mail: copy a draft, send it yourself, and record the outcome here."
    >
      <PagedList
        list={list}
        name="drafts"
        empty={<EmptyState title="No drafts" text="An approved draft is kept here until you send it." />}
        more="Show older drafts"
      >
        <div className="grid gap-3">
          {list.items.map((draft) => (
            <Draft key={draft.id} draft={draft} />
          ))}
        </div>
      </PagedList>
    </PageFrame>
  );
}

const statusWords = { open: "To be sent", used: "Used", discarded: "Discarded" } as const;

interface DraftText {
  customer: string;
  to: string;
  cc: string | null;
  subject: string;
  body: string;
}

/** A draft whose text is hidden from this person comes without any part of it. */
const showsText = (draft: EmailDraft): draft is EmailDraft & DraftText => !draft.redacted;

function Draft({ draft }: { draft: EmailDraft }) {
  const mayMark = mayDecide(useViewer().role);
  const text = showsText(draft) && draft;
  return (
    <article
      aria-label={text ? `Draft: ${text.subject}` : `Draft of #${draft.action_id}`}
      data-draft-id={draft.id}
      data-status={draft.status}
      className="grid gap-2.5 rounded-[9px] border bg-panel p-4 shadow-lift"
    >
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-xs text-ink-3">
        <Badge tone={draft.status === "open" ? "warn" : "neutral"}>{statusWords[draft.status]}</Badge>
        <ActionLink id={draft.action_id} />
        {text && (
          <span>
            <UntrustedText>{text.customer}</UntrustedText>
          </span>
        )}
        <span className="ml-auto">
          {draft.changed_by} <RelativeTime iso={draft.changed_at ?? draft.created_at} />
        </span>
      </div>
      {text ? <Text text={text} /> : <HiddenContent />}
      <div className="flex flex-wrap gap-2">
        {text && <CopyButton text={text.body} subject="the text" />}
        {mayMark && <Marks draft={draft} />}
      </div>
    </article>
  );
}

function Text({ text: { to, cc, subject, body } }: { text: DraftText }) {
  return (
    <>
      <h2 className="font-semibold">
        <UntrustedText>{subject}</UntrustedText>
      </h2>
      <Definitions rows={{ To: to, Copy: cc }} className="text-sm [&>dd]:break-words" />
      <p className="rounded-lg bg-sunken p-3 text-sm break-words whitespace-pre-wrap">
        <UntrustedText>{body}</UntrustedText>
      </p>
    </>
  );
}

function Marks({ draft }: { draft: EmailDraft }) {
  const queries = useQueryClient();
  const { sending, failure, send } = useSubmission();
  const mark = async (status: EmailDraft["status"]) => {
    const marked = await send(() => act("markEmailDraft", { id: draft.id, status }));
    if (marked) announce(`Marked: ${statusWords[status].toLowerCase()}`);
    // Also after a refusal: somebody else may have marked it.
    await queries.invalidateQueries({ queryKey: ["email-drafts"] });
  };
  const button = (status: EmailDraft["status"], words: string) => (
    <Button size="small" disabled={sending} onClick={() => void mark(status)}>
      {words}
    </Button>
  );
  return (
    <>
      {draft.status === "open" ? (
        <>
          {button("used", "Mark as used")}
          {button("discarded", "Discard")}
        </>
      ) : (
        button("open", "Open again")
      )}
      {failure && (
        <p role="alert" className="basis-full text-xs text-bad">
          {failure}
        </p>
      )}
    </>
  );
}
