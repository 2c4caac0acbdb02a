"use server";
import { z } from "zod";
import {
  type Retention,
  type RetentionChange,
  type RetentionRun,
  retentionChangeSchema,
} from "@/lib/contract/upkeep";
import { runRetention } from "@/lib/gateway/controls/enforce-retention";
import { setRetention } from "@/lib/gateway/controls/set-retention";
import { answerAction, type Answered } from "@/lib/http/server-action";

export async function changeRetention(input: RetentionChange): Promise<Answered<Retention>> {
  return answerAction(retentionChangeSchema, input, (person, sent) => setRetention(person, sent));
}

export async function runRetentionNow(): Promise<Answered<RetentionRun>> {
  return answerAction(z.strictObject({}), {}, (person) => runRetention(person));
}
