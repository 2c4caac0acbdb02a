/** A workflow of two steps, the second of which repeats the first one's value; `more` follows them. */
export const twoSteps = (name: string, value = "Hi", more = "") => `workflow: ${name}
inputs: { type: object, properties: { n: { type: integer }, who: { type: string, default: Ana } } }
steps:
  - { id: first, tool: transform, with: { value: "${value}" } }
  - { id: second, tool: transform, with: { value: "\${{ steps.first.output.value }}!" } }
${more}`;
