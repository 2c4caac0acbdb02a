/** A workflow's step that proposes a note for a customer, as YAML. `more` are further lines of the step, and what follows it. */
export const noteStep = ({ id = "note", to = "Hello", more = "" } = {}): string => `  - id: ${id}
    tool: netsuite.propose
    with: { action_type: ar_note, entity_type: customer, entity_ref: Coastal Pantry, changes: [{ field: note, to: "${to}" }] }
${more}`;
