/** The items of the simulated distributor: SKU, name, average cost and list price in cents. */
export interface Item {
  sku: string;
  name: string;
  unitCostCents: number;
  listPriceCents: number;
}

const rows: [sku: string, name: string, unitCostCents: number, listPriceCents: number][] = [
  ["10472", "Strawberries 8×1 lb clamshell", 98, 155],
  ["10473", "Strawberries 4×2 lb clamshell", 845, 1290],
  ["10480", "Blueberries 12×1 pt", 2110, 3150],
  ["10481", "Raspberries 12×6 oz", 1890, 2840],
  ["10482", "Blackberries 12×6 oz", 1760, 2620],
  ["10501", "Limes 200 ct", 2240, 3300],
  ["10502", "Limes 175 ct", 2310, 3420],
  ["10503", "Lemons 140 ct", 2480, 3560],
  ["10504", "Navel oranges 72 ct", 1980, 2890],
  ["10505", "Grapefruit 40 ct", 1830, 2710],
  ["10506", "Mandarins 10×3 lb", 2650, 3880],
  ["10521", "Avocados Hass 48 ct", 4120, 5490],
  ["10522", "Avocados Hass 60 ct", 3860, 5150],
  ["10531", "Roma tomatoes 25 lb", 1420, 2190],
  ["10532", "Tomatoes on the vine 11 lb", 1280, 1960],
  ["10533", "Grape tomatoes 12×1 pt", 1510, 2280],
  ["10541", "Romaine hearts 12×3 ct", 1640, 2450],
  ["10542", "Romaine 24 ct", 1390, 2140],
  ["10543", "Iceberg lettuce 24 ct", 1270, 1980],
  ["10544", "Spring mix 3 lb", 690, 1080],
  ["10545", "Baby spinach 4×2.5 lb", 1180, 1790],
  ["10546", "Baby kale 3 lb", 740, 1150],
  ["10551", "Broccoli crowns 20 lb", 1560, 2340],
  ["10552", "Cauliflower 12 ct", 1720, 2530],
  ["10553", "Green beans 25 lb", 2290, 3370],
  ["10554", "Asparagus 11 lb", 2870, 4120],
  ["10555", "Brussels sprouts 25 lb", 2450, 3590],
  ["10561", "Cucumbers 24 ct", 1190, 1820],
  ["10562", "English cucumbers 12 ct", 1080, 1650],
  ["10563", "Zucchini medium 20 lb", 1240, 1910],
  ["10564", "Yellow squash 20 lb", 1290, 1970],
  ["10571", "Green bell peppers 25 lb", 1610, 2410],
  ["10572", "Red bell peppers 11 lb", 1840, 2730],
  ["10573", "Jalapeños 10 lb", 1090, 1680],
  ["10581", "Yellow onions 50 lb", 1150, 1780],
  ["10582", "Red onions 25 lb", 1020, 1590],
  ["10583", "Garlic peeled 4×5 lb", 3620, 5180],
  ["10584", "Russet potatoes 70 ct", 1680, 2490],
  ["10585", "Carrots jumbo 50 lb", 1530, 2310],
  ["10586", "Celery 24 ct", 1460, 2230],
  ["10591", "Cilantro 60 ct", 1740, 2590],
  ["10592", "Basil 1 lb", 980, 1520],
  ["10601", "Red seedless grapes 18 lb", 2380, 3490],
  ["10602", "Green seedless grapes 18 lb", 2420, 3550],
  ["10611", "Honeycrisp apples 72 ct", 4350, 5980],
  ["10612", "Gala apples 88 ct", 2690, 3890],
];

export const items: readonly Item[] = rows.map(([sku, name, unitCostCents, listPriceCents]) => ({
  sku,
  name,
  unitCostCents,
  listPriceCents,
}));
