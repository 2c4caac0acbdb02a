import { z } from "zod";
import { workflowCheckSchema, workflowSourceSchema } from "@/lib/contract/workflows/definitions";
import { newWebhookSchema, makeWebhookSchema, webhooksSchema } from "@/lib/contract/workflows/webhooks";
import { setSecretSchema, workflowSecretsSchema } from "@/lib/contract/workflows/secrets";
import {
  publicationSchema,
  publishWorkflowSchema,
  storeVersionSchema,
  storedVersionSchema,
  versionDiffSchema,
  withdrawWorkflowSchema,
  workflowVersionSchema,
  workflowVersionsSchema,
  workflowsSchema,
} from "@/lib/contract/workflows/versions";
import { Answer, created, defineOperation, ok } from "@/lib/operations/frame/operation";
import { validateWorkflow } from "@/lib/runtime/versions/validate-workflow";
import { makeWebhook, readWebhooks } from "@/lib/runtime/triggers/webhooks";
import { publishWorkflow, withdrawWorkflow } from "@/lib/runtime/versions/publish-version";
import {
  compareVersions,
  readWorkflowVersion,
  readWorkflowVersions,
  readWorkflows,
} from "@/lib/runtime/versions/read-workflows";
import { readSecrets, setSecret } from "@/lib/runtime/versions/secrets";
import { storeVersion } from "@/lib/runtime/versions/store-version";

/** Workflows: an agent's whole job as one text, and its versions. */

const smallest = "workflow: hello\nsteps: [{ id: hi, tool: transform, with: { value: Hi } }]";
/** The greatest integer of Postgres. */
const VERSION_NUMBER_MAX = 2_147_483_647;
const versionNumber = z.coerce.number().int().min(1).max(VERSION_NUMBER_MAX);

export const workflows = {
  validateWorkflow: defineOperation("POST /api/workflows/validate", {
    summary: "Check a workflow's text: each fault with its line and column",
    body: workflowSourceSchema,
    example: { source: smallest },
    answers: ok(workflowCheckSchema),
    refusals: ["rate_limited"],
    verb: (person, { source }) => validateWorkflow(person, source),
  }),
  storeVersion: defineOperation("POST /api/workflows", {
    summary: "Keep a workflow's text as its next version, which is not in force yet",
    role: "admin",
    body: storeVersionSchema,
    example: { source: smallest },
    answers: {
      ...created(storedVersionSchema, "Kept"),
      200: { description: "A version that means the same was kept before", schema: storedVersionSchema },
    },
    refusals: ["already_exists", "rate_limited"],
    verb: async (admin, input) => {
      const { created: isNew, version } = await storeVersion(admin, input);
      return new Answer(isNew ? 201 : 200, version);
    },
  }),
  readWorkflows: defineOperation("GET /api/workflows", {
    summary: "The workflows, with the version in force of each",
    answers: ok(workflowsSchema),
    verb: (person) => readWorkflows(person),
  }),
  readWorkflowVersions: defineOperation("GET /api/workflows/{id}/versions", {
    summary: "A workflow's versions and publications, newest first",
    query: z.strictObject({ below: versionNumber.optional() }),
    answers: ok(workflowVersionsSchema),
    refusals: ["not_found"],
    verb: (person, input) => readWorkflowVersions(person, input),
  }),
  readWorkflowVersion: defineOperation("GET /api/workflows/{id}/source", {
    summary: "One version's text",
    query: z.strictObject({ version: versionNumber.optional().describe("The newest where it is missing.") }),
    answers: ok(workflowVersionSchema),
    refusals: ["not_found"],
    verb: (person, { id, version }) => readWorkflowVersion(person, { id, number: version }),
  }),
  compareVersions: defineOperation("GET /api/workflows/{id}/diff", {
    summary: "What changed from one version to another, line by line",
    query: z.strictObject({
      from: versionNumber.optional().describe("The one before `to` where it is missing."),
      to: versionNumber.optional().describe("The newest where it is missing."),
    }),
    answers: ok(versionDiffSchema),
    refusals: ["not_found"],
    verb: (person, input) => compareVersions(person, input),
  }),
  publishWorkflow: defineOperation("POST /api/workflows/{id}/publish", {
    summary: "Put a version in force",
    role: "admin",
    body: publishWorkflowSchema,
    example: { version_id: 1, note: "Raises bids weekly", base_publication: 0 },
    answers: ok(publicationSchema),
    refusals: ["not_found", "changed", "nothing_to_do"],
    stepUp: true,
    verb: (admin, input) => publishWorkflow(admin, input),
  }),
  readSecrets: defineOperation("GET /api/workflows/{id}/secrets", {
    summary: "The names of a workflow's secrets",
    role: "admin",
    answers: ok(workflowSecretsSchema),
    refusals: ["not_found"],
    verb: (admin, { id }) => readSecrets(admin, id),
  }),
  setSecret: defineOperation("PUT /api/workflows/{id}/secrets", {
    summary: "Set a secret that a workflow's requests carry; nobody reads it again",
    role: "admin",
    body: setSecretSchema,
    example: { name: "PRICE_API_KEY", value: "k-1" },
    answers: ok(workflowSecretsSchema),
    refusals: ["not_found"],
    stepUp: true,
    verb: (admin, input) => setSecret(admin, input),
  }),
  readWebhooks: defineOperation("GET /api/workflows/{id}/webhooks", {
    summary: "The addresses at which somebody outside begins runs of a workflow",
    role: "admin",
    answers: ok(webhooksSchema),
    refusals: ["not_found"],
    verb: (admin, { id }) => readWebhooks(admin, id),
  }),
  makeWebhook: defineOperation("POST /api/workflows/{id}/webhooks", {
    summary: "Make the address of a webhook, or a new key for it; the key is shown once",
    role: "admin",
    body: makeWebhookSchema,
    example: { name: "count_closed" },
    answers: created(newWebhookSchema, "Made"),
    refusals: ["not_found"],
    stepUp: true,
    verb: (admin, input) => makeWebhook(admin, input),
  }),
  withdrawWorkflow: defineOperation("POST /api/workflows/{id}/withdraw", {
    summary: "Take a workflow out of force: nothing of it starts any more",
    role: "admin",
    body: withdrawWorkflowSchema,
    example: { note: "Prices are checked by hand this week", base_publication: 1 },
    answers: ok(publicationSchema),
    refusals: ["not_found", "changed", "nothing_to_do"],
    verb: (admin, input) => withdrawWorkflow(admin, input),
  }),
};
