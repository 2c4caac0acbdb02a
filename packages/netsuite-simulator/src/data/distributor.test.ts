import { describe, expect, it } from "vitest";
import { distributor } from "./distributor";
import { purchasePricesOf } from "./vendors";

const revenue = (name?: string) =>
  distributor.customers
    .filter((customer) => name === undefined || customer.name === name)
    .flatMap((customer) => customer.prices)
    .reduce((sum, { priceCents, unitsYear }) => sum + priceCents * unitsYear, 0);

describe("the simulated distributor", () => {
  it("is large enough to look like one", () => {
    expect(distributor.items.length).toBeGreaterThanOrEqual(40);
    expect(distributor.customers.length).toBeGreaterThanOrEqual(15);
    expect(distributor.orders.length).toBeGreaterThanOrEqual(25);
  });
  it("names every SKU, customer, bid, order and line once", () => {
    const all = [
      distributor.items.map((item) => item.sku),
      distributor.customers.map((customer) => customer.name),
      distributor.customers.map((customer) => customer.bid),
      distributor.orders.map((order) => order.number),
      distributor.orders.flatMap((order) => order.lines.map((line) => line.key)),
    ];
    for (const names of all) expect(new Set(names).size).toBe(names.length);
    for (const { prices } of distributor.customers)
      expect(new Set(prices.map((p) => p.sku)).size).toBe(prices.length);
  });
  it("builds its assemblies at a cost that their components explain, and sells them above it", () => {
    for (const { components, unitCostCents, listPriceCents } of distributor.assemblies) {
      const costs = components.map(({ sku, quantity, yieldPercent }) => {
        const item = distributor.items.find((one) => one.sku === sku);
        return ((item?.unitCostCents ?? Number.NaN) * Number(quantity) * 100) / Number(yieldPercent);
      });
      const cost = costs.reduce((sum, cents) => sum + cents, 0);
      expect(cost).toBeGreaterThan(unitCostCents * 0.7);
      expect(cost).toBeLessThan(unitCostCents);
      expect(listPriceCents).toBeGreaterThan(unitCostCents);
    }
  });
  it("buys every item below what it costs on the shelf", () => {
    for (const item of distributor.items) {
      const prices = purchasePricesOf(item);
      expect(prices.length).toBeGreaterThan(0);
      for (const { cents } of prices) expect(cents).toBeLessThan(item.unitCostCents);
    }
  });
  it("refers only to items and customers it has", () => {
    const skus = new Set(distributor.items.map((item) => item.sku));
    const names = new Set(distributor.customers.map((customer) => customer.name));
    const used = [
      ...distributor.customers.flatMap((c) => c.prices),
      ...distributor.orders.flatMap((o) => o.lines),
    ];
    expect(used.every((line) => skus.has(line.sku))).toBe(true);
    expect(distributor.orders.every((order) => names.has(order.customer))).toBe(true);
  });
  it("gives Driscoll's 36.4 % of the revenue", () => {
    expect(((revenue("Driscoll's") / revenue()) * 100).toFixed(2)).toBe("36.40");
  });
  it("prices every bid above zero and below list", () => {
    for (const { prices } of distributor.customers) {
      for (const { sku, priceCents } of prices) {
        const item = distributor.items.find((one) => one.sku === sku);
        expect(priceCents).toBeGreaterThan(item?.unitCostCents ?? Number.POSITIVE_INFINITY);
        expect(priceCents).toBeLessThan(item?.listPriceCents ?? 0);
      }
    }
  });
});
