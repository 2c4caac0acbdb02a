import { z } from "zod";
import { STEP_KINDS } from "@/lib/core/run/run";
import { idSchema } from "@/lib/contract/actions/decision";

/** The versions of workflows, as people store, publish and compare them. */

export const DEFAULT_WORKSPACE = "general";

const workspaceNameSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, "must be small letters, digits and hyphens, such as pricing");

export const storeVersionSchema = z.strictObject({
  source: z.string().min(1).max(250_000).describe("The workflow as YAML, of at most 50,000 characters."),
  workspace: workspaceNameSchema
    .optional()
    .describe(`Where a new workflow belongs; \`${DEFAULT_WORKSPACE}\` where it is missing.`),
});

export const storedVersionSchema = z.object({
  id: idSchema.describe("Of the workflow."),
  name: z.string(),
  version_id: idSchema,
  number: z.int().describe("Of the version, counted from 1."),
  hash: z.string(),
});
export type StoredVersion = z.infer<typeof storedVersionSchema>;

export const publicationSchema = z.object({
  number: z.int(),
  version_id: idSchema.nullable().describe("Null: the workflow was withdrawn."),
  version_number: z.int().nullable(),
  note: z.string(),
  by: z.string(),
  at: z.iso.datetime(),
  genuine: z.boolean().describe("False: the app did not publish it. Nothing starts while it is the newest."),
});
export type PublicationView = z.infer<typeof publicationSchema>;

export const workflowSchema = z.object({
  id: idSchema,
  name: z.string(),
  title: z.string().nullable(),
  workspace: z.string(),
  agent: z.object({ id: idSchema, name: z.string() }).describe("Its runs propose as this agent."),
  versions: z.int(),
  latest: z.object({ version_id: idSchema, number: z.int() }),
  publication: publicationSchema.nullable().describe("The newest; null: it was never published."),
});
export type WorkflowView = z.infer<typeof workflowSchema>;

export const workflowsSchema = z.object({ items: z.array(workflowSchema) });
export type Workflows = z.infer<typeof workflowsSchema>;

export const workflowVersionsSchema = z.object({
  workflow: workflowSchema,
  items: z
    .array(
      z.object({
        version_id: idSchema,
        number: z.int(),
        hash: z.string(),
        by: z.string(),
        at: z.iso.datetime(),
        in_force: z.boolean(),
      }),
    )
    .describe("Newest first."),
  next_below: z.int().nullable().describe("Ask with `below` for older ones; null: there are none."),
  publications: z.array(publicationSchema).describe("Newest first, at most 50."),
});
export type WorkflowVersions = z.infer<typeof workflowVersionsSchema>;

export const workflowVersionSchema = z.object({
  version_id: idSchema,
  number: z.int(),
  hash: z.string(),
  source: z.string(),
  steps: z
    .array(
      z.object({
        step_id: z.string(),
        title: z.string().nullable(),
        tool_name: z.string(),
        kind: z.enum(STEP_KINDS).describe("`list`: done once for each element of its `for`."),
        needs: z.array(z.string()),
        on_error: z.boolean().describe("It runs because another step failed."),
      }),
    )
    .describe("In the order of the text; those that follow an error come last."),
  by: z.string(),
  at: z.iso.datetime(),
  inputs: z
    .record(z.string(), z.json())
    .nullable()
    .describe("JSON Schema of the inputs that a run begins with; null: it takes none."),
  secrets: z.array(z.string()).describe("Those that its text names."),
  webhooks: z.array(z.string()).describe("Those that its text names."),
});
export type WorkflowVersion = z.infer<typeof workflowVersionSchema>;

export const versionDiffSchema = z.object({
  from: z.int().describe("The number of the version."),
  to: z.int(),
  lines: z.array(
    z.object({
      kind: z.enum(["same", "removed", "added"]),
      from_line: z.int().nullable(),
      to_line: z.int().nullable(),
      text: z.string(),
    }),
  ),
  added: z.int(),
  removed: z.int(),
});
export type VersionDiff = z.infer<typeof versionDiffSchema>;

const noteSchema = z.string().trim().min(1, "must say why").max(500);
const basePublicationSchema = z
  .int()
  .min(0)
  .describe("The number of the publication that this one follows; 0: it is the first.");

export const publishWorkflowSchema = z.strictObject({
  version_id: idSchema,
  note: noteSchema,
  base_publication: basePublicationSchema,
});

export const withdrawWorkflowSchema = z.strictObject({
  note: noteSchema,
  base_publication: basePublicationSchema,
});
