/**
 * @NApiVersion 2.1
 * @NModuleScope SameAccount
 *
 * Bills of materials: which revision is in effect, what it takes, and the change of one of its components.
 */
define(["N/record", "./gfs_decimal", "./gfs_lookup", "./gfs_subject"], (record, decimal, lookup, subject) => {
  const COMPONENT = "component";

  /** The BOM an assembly is built by, in the revision in effect; null where there is none. */
  const ofAssembly = (item) => {
    const assembly = record.load({ type: item.type, id: item.id });
    const sublistId = "billofmaterials";
    const only = assembly.getLineCount({ sublistId }) === 1;
    const line = subject.onlyLine(
      assembly,
      sublistId,
      (textOf) => only || ["true", "T"].includes(textOf("masterdefault")),
    );
    if (line < 0) return null;
    const id = assembly.getSublistValue({ sublistId, fieldId: "billofmaterials", line });
    const revision = revisionOf(id, null);
    return revision ? { bom: { id, name: nameOf(record.load({ type: "bom", id })) }, revision } : null;
  };

  const nameOf = (loaded) => String(loaded.getValue({ fieldId: "name" }));

  /** The named revision of a BOM, or the one in effect today: of several, the one that began last. */
  const revisionOf = (bomId, name) => {
    const loaded = lookup.bomRevisions(bomId).map(({ id }) => record.load({ type: "bomrevision", id }));
    if (name) return loaded.find((revision) => nameOf(revision) === name) || null;
    const startOf = (revision) => timeOf(revision, "effectivestartdate") || 0;
    const [latest] = loaded.filter(isInEffect).sort((a, b) => startOf(b) - startOf(a));
    return latest || null;
  };

  const timeOf = (revision, fieldId) => {
    const value = revision.getValue({ fieldId });
    return value ? new Date(value).getTime() : null;
  };

  const DAY_MS = 86400000;

  /** From its first day to the end of its last; an empty date is no limit. */
  const isInEffect = (revision) => {
    const [start, end] = ["effectivestartdate", "effectiveenddate"].map((field) => timeOf(revision, field));
    const now = Date.now();
    return (start === null || start <= now) && (end === null || now < end + DAY_MS);
  };

  const componentsOf = (revision) =>
    Array.from({ length: revision.getLineCount({ sublistId: COMPONENT }) }, (_, line) => {
      const valueOf = (fieldId) => revision.getSublistValue({ sublistId: COMPONENT, fieldId, line });
      const takes = Number(valueOf("bomquantity")) / (Number(valueOf("componentyield") || 100) / 100);
      return { itemId: String(valueOf("item")), takes };
    });

  /** For how many builds the components at a location suffice. To be shown, not to be weighed: floats are enough. */
  const buildable = (revision, locationId) => {
    const components = componentsOf(revision);
    if (components.length === 0) return undefined;
    const onHand = lookup.stocks(
      components.map(({ itemId }) => itemId),
      locationId,
    );
    const enough = components.map(({ itemId, takes }) => Math.floor(Number(onHand[itemId] || 0) / takes));
    return decimal.normalise(Math.max(0, Math.min(...enough))) || undefined;
  };

  const openBomChange = (target) => {
    const bom = lookup.bom(target.bom);
    const item = lookup.item(target.component);
    const revision = bom && item && revisionOf(bom.id, target.revision);
    if (!revision) return null;
    const line = subject.onlyLine(revision, COMPONENT, (textOf) => textOf("item") === String(item.id));
    if (line < 0) return null;
    const valueOf = (fieldId) =>
      decimal.asText("quantity", revision.getSublistValue({ sublistId: COMPONENT, fieldId, line }));
    return subject.lineSubject({
      loaded: revision,
      name: `${item.name} in ${target.bom}`,
      parts: { item_id: String(item.id) },
      sublistId: COMPONENT,
      line,
      facts: () => ({
        ...bomFacts(bom.id, item),
        revision_name: nameOf(revision),
        bom_quantity: valueOf("bomquantity"),
        component_yield: valueOf("componentyield"),
      }),
      // NetSuite keeps no time of a revision's last change.
      modified: () => "",
    });
  };

  const bomFacts = (bomId, item) => {
    const bom = record.load({ type: "bom", id: bomId });
    const subsidiaryId = bom.getValue({ fieldId: "subsidiary" });
    const subsidiary = subsidiaryId ? record.load({ type: "subsidiary", id: subsidiaryId }) : null;
    const assemblies = Array.from({ length: bom.getLineCount({ sublistId: "assembly" }) }, (_, line) =>
      String(bom.getSublistValue({ sublistId: "assembly", fieldId: "assembly", line })),
    );
    return {
      bom_name: nameOf(bom),
      item_name: item.name,
      unit_cost: item.unitCost,
      units_built_year: assemblies.length === 0 ? undefined : lookup.unitsBuiltYear(assemblies),
      currency: subsidiary ? lookup.currencySymbol(subsidiary.getValue({ fieldId: "currency" })) : undefined,
    };
  };

  return {
    ofAssembly,
    buildable,
    ROWS: {
      bom_change: { fields: { bomquantity: "quantity", componentyield: "quantity" }, open: openBomChange },
    },
  };
});
