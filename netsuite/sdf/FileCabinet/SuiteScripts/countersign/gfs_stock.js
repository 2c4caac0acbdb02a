/**
 * @NApiVersion 2.1
 * @NModuleScope SameAccount
 *
 * Stock that is corrected, and assemblies that are built from their components.
 */
define(["N/record", "./gfs_bom", "./gfs_decimal", "./gfs_lookup", "./gfs_subject", "./gfs_verdict"], (
  record,
  bom,
  decimal,
  lookup,
  subject,
  verdict,
) => {
  const { asText } = decimal;

  const openInventoryAdjustment = (target) => {
    const place = placeOf(target);
    if (!place) return null;
    const { item, location, stock } = place;
    return {
      effect: "create",
      record: { type: item.type, id: String(item.id), name: `${item.name} · ${target.location}` },
      parts: { item_id: String(item.id), location_id: String(location.id) },
      // The live value of a difference is the quantity that it will be added to.
      live: () => stock.onHand,
      facts: () => stockFacts(place),
      created: {
        type: "inventoryadjustment",
        build: (changes) => buildAdjustment(place, { memo: target.memo, by: changes[0].to }),
        readBack: (adjustment, fieldId) =>
          asText("quantity", adjustment.getSublistValue({ sublistId: "inventory", fieldId, line: 0 })),
      },
    };
  };

  /** An item at a location; null where either is unknown or the location does not keep the item. */
  const placeOf = (target) => {
    const item = lookup.item(target.item);
    const location = lookup.location(target.location);
    const stock = item && location && lookup.stock(item.id, location.id);
    return stock ? { item, location, stock, subsidiaryId: location.getValue({ name: "subsidiary" }) } : null;
  };

  const stockFacts = ({ item, stock, subsidiaryId }) => {
    const subsidiary = record.load({ type: "subsidiary", id: subsidiaryId });
    return {
      currency: lookup.currencySymbol(subsidiary.getValue({ fieldId: "currency" })),
      item_name: item.name,
      on_hand: stock.onHand,
      unit_cost: stock.unitCost || item.unitCost || undefined,
      unit_volume_year: lookup.unitVolumeYear(item.id, null),
    };
  };

  const setAll = (created, body) => {
    for (const fieldId of Object.keys(body)) created.setValue({ fieldId, value: body[fieldId] });
  };

  const buildAdjustment = ({ item, location, subsidiaryId }, { memo, by }) => {
    const adjustment = record.create({ type: "inventoryadjustment" });
    setAll(adjustment, {
      subsidiary: subsidiaryId,
      account: lookup.setting("custscript_gfs_adjustment_account"),
      adjlocation: location.id,
      memo: memo || "",
    });
    const line = { item: item.id, location: location.id, adjustqtyby: subject.asStored("quantity", by) };
    for (const fieldId of Object.keys(line)) {
      adjustment.setSublistValue({ sublistId: "inventory", fieldId, line: 0, value: line[fieldId] });
    }
    return adjustment;
  };

  /** The revision that was in effect when it was read is approved with the build: another takes other components. */
  const openAssemblyBuild = (target) => {
    const place = placeOf(target);
    if (!place) return null;
    const { item, location } = place;
    if (!item.type.includes("assembly")) {
      throw verdict.refusal("NOT_AN_ASSEMBLY", `${target.item} is not built from components.`);
    }
    const recipe = bom.ofAssembly(item);
    if (!recipe)
      throw verdict.refusal("NO_BOM_IN_EFFECT", `${target.item} has no BOM in effect to be built by.`);
    return {
      effect: "create",
      record: { type: item.type, id: String(item.id), name: `${item.name} · ${target.location}` },
      parts: {
        item_id: String(item.id),
        location_id: String(location.id),
        revision_id: String(recipe.revision.id),
      },
      live: () => null,
      facts: () => ({
        ...stockFacts(place),
        bom_name: recipe.bom.name,
        revision_name: recipe.revision.getValue({ fieldId: "name" }),
        buildable_quantity: bom.buildable(recipe.revision, location.id),
      }),
      created: {
        type: "assemblybuild",
        build: (changes) => buildAssembly(place, recipe, { target, quantity: changes[0].to }),
        readBack: (build, fieldId) => asText("quantity", build.getValue({ fieldId })),
      },
    };
  };

  /** In this order: NetSuite checks the item against the subsidiary and takes the components from BOM and quantity. */
  const buildAssembly = ({ item, location, subsidiaryId }, recipe, { target, quantity }) => {
    const build = record.create({ type: "assemblybuild", isDynamic: true });
    setAll(build, {
      subsidiary: subsidiaryId,
      location: location.id,
      item: item.id,
      billofmaterials: recipe.bom.id,
      billofmaterialsrevision: recipe.revision.id,
      quantity: subject.asStored("quantity", quantity),
      ...(target.trandate ? { trandate: toDate(target.trandate) } : {}),
      memo: target.memo || "",
    });
    return build;
  };

  const toDate = (text) => {
    const [year, month, day] = text.split("-").map(Number);
    return new Date(year, month - 1, day);
  };

  return {
    ROWS: {
      inventory_adjustment: { fields: { adjustqtyby: "quantity" }, open: openInventoryAdjustment },
      assembly_build: { fields: { quantity: "quantity" }, open: openAssemblyBuild },
    },
  };
});
