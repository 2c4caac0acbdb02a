"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { SelectField, TextAreaField, TextField } from "@/components/ui/forms/fields";
import { useSteppedUp } from "@/components/step-up/stepped-up";
import { FormSheet } from "@/components/ui/sheets/form-sheet";
import type { NetSuiteAccountView } from "@/lib/contract/settings/netsuite-account";

type Strategy = NonNullable<NetSuiteAccountView["strategy"]>;

const strategies = [
  { value: "tba", name: "Token-based authentication" },
  { value: "oauth2-m2m", name: "OAuth 2.0 with a certificate" },
] as const;

export function SetAccount({ isOwn, onClose }: { isOwn: boolean; onClose: () => void }) {
  const queries = useQueryClient();
  const steppedUp = useSteppedUp();
  const [strategy, setStrategy] = useState<Strategy>("tba");
  return (
    <FormSheet
      title={isOwn ? "Replace the account" : "Set an account"}
      description="It holds at once. What you enter is encrypted and never shown again."
      press={isOwn ? "Replace" : "Set"}
      rereads={[["overview"]]}
      send={(form) => {
        const input = inputOf(strategy, form);
        return steppedUp("setNetSuiteAccount", input, `Write to NetSuite account ${input.account}`);
      }}
      done={(account) => {
        queries.setQueryData<NetSuiteAccountView>(["netsuite-account"], account);
        return `Account ${account.account} is set. Test the connection next.`;
      }}
      onClose={onClose}
    >
      <TextField
        name="account"
        label="Account id"
        hint="As under Setup › Company › Company Information; a sandbox is spelled 1234567_SB1."
        placeholder="1234567"
        maxLength={42}
        spellCheck={false}
        mono
        data-focus-first
      />
      <SelectField
        name="strategy"
        label="Signs with"
        options={strategies}
        value={strategy}
        onChange={(event) => setStrategy(event.target.value as Strategy)}
      />
      {strategy === "tba" ? (
        <>
          <Secret name="consumer_key" label="Consumer key" />
          <Secret name="consumer_secret" label="Consumer secret" />
          <Secret name="token_id" label="Token id" />
          <Secret name="token_secret" label="Token secret" />
        </>
      ) : (
        <>
          <Secret name="client_id" label="Client id" />
          <Secret name="certificate_id" label="Certificate id" />
          <TextAreaField
            name="private_key"
            label="Private key (PEM)"
            rows={5}
            spellCheck={false}
            autoComplete="off"
          />
        </>
      )}
    </FormSheet>
  );
}

function Secret({ name, label }: { name: string; label: string }) {
  return <TextField name={name} label={label} type="password" autoComplete="off" maxLength={500} mono />;
}

function inputOf(strategy: Strategy, form: FormData) {
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const account = text("account");
  return strategy === "tba"
    ? {
        strategy,
        account,
        consumer_key: text("consumer_key"),
        consumer_secret: text("consumer_secret"),
        token_id: text("token_id"),
        token_secret: text("token_secret"),
      }
    : {
        strategy,
        account,
        client_id: text("client_id"),
        certificate_id: text("certificate_id"),
        private_key: text("private_key"),
      };
}
