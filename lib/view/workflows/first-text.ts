/** The first text of a new workflow: without faults, to be changed. */
export const FIRST_TEXT = `# What it is for, in a sentence.
workflow: my-workflow
title: What people read on its runs
inputs:
  type: object
  required: [name]
  properties:
    name: { type: string, description: Whom to greet }
steps:
  - id: hello
    title: Say hello
    tool: transform
    with: { value: "Hello \${{ inputs.name }}" }
`;
