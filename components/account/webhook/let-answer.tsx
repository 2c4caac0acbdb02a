"use client";
import { ConfirmButton } from "@/components/ui/sheets/confirm-button";
import { UntrustedText } from "@/components/ui/untrusted-text";
import type { AnsweringEndpoint } from "@/lib/contract/settings/question-webhook";
import { act } from "@/lib/operations/act";

/** Whether the company's webhook answers for this person, which they alone can say. */
export function LetAnswer({ endpoint }: { endpoint: AnsweringEndpoint }) {
  const { label, host, link_id: linkId } = endpoint;
  const name = (
    <>
      <UntrustedText edge>{label}</UntrustedText> (<UntrustedText edge>{host}</UntrustedText>)
    </>
  );
  return (
    <div className="grid gap-2 md:max-w-xl">
      <p className="text-sm">
        {linkId === null ? (
          <>{name} does not answer for you.</>
        ) : (
          <>Answers that {name} brings count as yours. It gives no approvals, and gets no proposed changes.</>
        )}
      </p>
      <div>
        {linkId === null ? (
          <ConfirmButton
            label="Let it answer for me…"
            title="Let the webhook answer for you?"
            description={
              <>
                From now on the questions that you are asked also go to {name}, and the answers that it sends
                back count as yours. It cannot approve anything. You can stop this here at any time.
              </>
            }
            press="Let it answer"
            refreshes
            send={() => act("letWebhookAnswer", { account_id: endpoint.account_id, host })}
            done={() => "The webhook answers for you."}
          />
        ) : (
          <ConfirmButton
            label="Stop…"
            size="small"
            title="Stop the webhook answering for you?"
            description="Your questions no longer go to it, and answers that it still sends are refused. Answers that it gave stay."
            press="Stop"
            tone="danger"
            refreshes
            send={() => act("removeLink", { id: linkId })}
            done={() => "The webhook does not answer for you any more."}
          />
        )}
      </div>
    </div>
  );
}
