"use client";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/forms/fields";
import { OnceReady } from "@/components/ui/forms/once-ready";
import { Icon } from "@/components/ui/icons/icon";
import { FileLink } from "./file-link";

const name = "Evidence of the period";

/** Takes away what ended in a period. Both days belong to it. */
export function PeriodExport() {
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const isBackwards = from !== "" && to !== "" && from > to;
  return (
    <div className="flex flex-wrap items-end gap-3">
      <OnceReady>
        <TextField
          label="First day"
          type="date"
          value={from}
          onChange={(event) => setFrom(event.target.value)}
        />
        <TextField
          label="Last day"
          type="date"
          value={to}
          onChange={(event) => setTo(event.target.value)}
          {...(isBackwards && { error: "Not before the first day" })}
        />
      </OnceReady>
      {from !== "" && to !== "" && !isBackwards ? (
        <FileLink href={`/api/audit/evidence?from=${from}&to=${to}`} name={name} />
      ) : (
        <Button disabled>
          <Icon name="download" className="size-4" /> {name}
        </Button>
      )}
    </div>
  );
}
