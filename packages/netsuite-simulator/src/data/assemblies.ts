/** The mixes that the distributor makes at Plant 2, each by one BOM with a revision that is over and one in effect. */
interface Component {
  sku: string;
  /** Cases of the component in one case of the mix. */
  quantity: string;
  /** The share left after washing and cutting, in percent. */
  yieldPercent: string;
}
export interface Assembly {
  sku: string;
  name: string;
  bom: string;
  unitCostCents: number;
  listPriceCents: number;
  builtYear: number;
  components: Component[];
}

type Row = [sku: string, quantity: string, yieldPercent: string];

function assembly(
  [sku, name, bom]: [sku: string, name: string, bom: string],
  [unitCostCents, listPriceCents, builtYear]: [cost: number, listPrice: number, builtYear: number],
  rows: Row[],
): Assembly {
  const components = rows.map(([component, quantity, yieldPercent]) => ({
    sku: component,
    quantity,
    yieldPercent,
  }));
  return { sku, name, bom, unitCostCents, listPriceCents, builtYear, components };
}

export const assemblies: readonly Assembly[] = [
  assembly(
    ["20110", "Garden salad mix 4×2.5 lb", "Garden salad mix"],
    [1_085, 1_680, 6_240],
    [
      ["10542", "0.32", "85"],
      ["10543", "0.28", "88"],
      ["10585", "0.05", "92"],
      ["10582", "0.02", "90"],
    ],
  ),
  assembly(
    ["20120", "Spring greens blend 3 lb", "Spring greens blend"],
    [985, 1_490, 3_600],
    [
      ["10544", "0.6", "96"],
      ["10545", "0.2", "95"],
      ["10546", "0.25", "95"],
    ],
  ),
  assembly(
    ["20130", "Fajita vegetable mix 2×5 lb", "Fajita vegetable mix"],
    [1_290, 1_990, 2_880],
    [
      ["10571", "0.22", "82"],
      ["10572", "0.3", "82"],
      ["10581", "0.06", "90"],
    ],
  ),
];

/** The names of a BOM's revisions, the one that is over and the one in effect. */
export const revisionNames = { over: "R2", inEffect: "R3" } as const;
