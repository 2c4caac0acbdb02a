/** A workflow's step that proposes a note for a customer, as YAML. `more` are further lines of the step, and what follows it. */
export const noteStep = ({ id = "note", to = "Hello", more = "" } = {}): string => `  - id: ${id}
    tool: netsuite.propose
    with: { action_type: ar_note, entity_type: customer, entity_ref: Coastal Pantry, changes: [{ field: note, to: "${to}" }] }
${more}`;

/** The same of a note attachment, whose writes are L1. */
export const attachmentStep = ({ to = "Photo", more = "" } = {}): string => `  - id: note
    tool: netsuite.propose
    with: { action_type: note_attachment, entity_type: sales_order, entity_ref: SO-22984, changes: [{ field: note, to: "${to}" }] }
${more}`;
