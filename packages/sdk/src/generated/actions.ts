/** Made by `npm run action-types`; do not edit. */

import type { Action } from "../propose/action.js";

/** Every action type by the name of its method: where each of its words goes in a proposal. */
export const ACTIONS = {
  arNote: {
    actionType: "ar_note",
    title: "AR note",
    description:
      "Proposes a note on a customer's account, for accounts receivable. A person decides; nothing is written now.",
    entityType: "customer",
    words: [
      {
        name: "customer",
        place: "entity_ref",
        description: "The customer's name, such as Coastal Pantry.",
        kind: "text",
        required: true,
      },
      {
        name: "note",
        place: "changes.note.to",
        description: "The note's text, as it will stand in NetSuite.",
        kind: "text",
        required: true,
      },
      {
        name: "title",
        place: "context.title",
        description: "The note's title.",
        kind: "text",
        required: false,
      },
    ],
  } as Action<ArNote>,
  assemblyBuild: {
    actionType: "assembly_build",
    title: "Assembly build",
    description:
      "Proposes to build an assembly at one location from the components of its BOM. A person decides; nothing is written now.",
    entityType: "item",
    words: [
      {
        name: "sku",
        place: "entity_ref",
        description: "The assembly's number, such as 20110.",
        kind: "text",
        required: true,
      },
      {
        name: "location",
        place: "context.location",
        description: "The location's name, such as Plant 2.",
        kind: "text",
        required: true,
      },
      {
        name: "quantity",
        place: "changes.quantity.to",
        description: "How many to build, such as 120.",
        kind: "decimal",
        required: true,
      },
      {
        name: "date",
        place: "context.trandate",
        description: "The day of the build, such as 2026-11-20. Left out: the day of the write.",
        kind: "text",
        required: false,
      },
      {
        name: "memo",
        place: "context.memo",
        description: "Written on the build in NetSuite.",
        kind: "text",
        required: false,
      },
    ],
  } as Action<AssemblyBuild>,
  priceChange: {
    actionType: "bid_price_update",
    title: "Bid price",
    description:
      "Proposes a new unit price of one item on one customer's bid. A person decides; nothing is written now.",
    entityType: "item",
    words: [
      {
        name: "sku",
        place: "entity_ref",
        description: "The item's number, such as 10472.",
        kind: "text",
        required: true,
      },
      {
        name: "bidId",
        place: "context.bid_id",
        description: "The bid, such as B5875.",
        kind: "text",
        required: true,
      },
      {
        name: "customer",
        place: "context.customer",
        description: "Only to be sure: must be the bid's customer.",
        kind: "text",
        required: false,
      },
      {
        name: "from",
        place: "changes.price.from",
        description: "The unit price as you saw it. Leave it out: the gateway takes the live one.",
        kind: "decimal",
        required: false,
      },
      {
        name: "to",
        place: "changes.price.to",
        description: "The new unit price, as decimal text such as 1.48.",
        kind: "decimal",
        required: true,
      },
    ],
  } as Action<PriceChange>,
  bomChange: {
    actionType: "bom_change",
    title: "BOM change",
    description:
      "Proposes another quantity or yield of one component of a bill of materials; say at least one of the two. A person decides; nothing is written now.",
    entityType: "bom",
    words: [
      {
        name: "bom",
        place: "entity_ref",
        description: "The BOM's name, such as Garden salad mix.",
        kind: "text",
        required: true,
      },
      {
        name: "component",
        place: "context.component",
        description: "The component's item number, such as 10542.",
        kind: "text",
        required: true,
      },
      {
        name: "revision",
        place: "context.revision",
        description: "The revision's name, such as R3. Left out: the one in effect.",
        kind: "text",
        required: false,
      },
      {
        name: "quantityFrom",
        place: "changes.bomquantity.from",
        description: "The quantity per build as you saw it. Leave it out: the gateway takes the live one.",
        kind: "decimal",
        required: false,
      },
      {
        name: "quantity",
        place: "changes.bomquantity.to",
        description: "The new quantity per build, such as 0.34.",
        kind: "decimal",
        required: false,
      },
      {
        name: "yieldFrom",
        place: "changes.componentyield.from",
        description: "The yield as you saw it. Leave it out: the gateway takes the live one.",
        kind: "decimal",
        required: false,
      },
      {
        name: "yieldPercent",
        place: "changes.componentyield.to",
        description: "The new yield in percent, such as 82.5.",
        kind: "decimal",
        required: false,
      },
    ],
  } as Action<BomChange>,
  priceRoll: {
    actionType: "bulk_price_roll",
    title: "Price roll",
    description:
      "Proposes many new bid or customer prices as one: they are read, decided and signed together, and written one by one. Critical: two steps and the roll's name typed by a person.",
    entityType: "price_roll",
    words: [
      {
        name: "name",
        place: "entity_ref",
        description: "The roll's name, such as SPRING-2027; the person who approves types it.",
        kind: "text",
        required: true,
      },
      {
        name: "prices",
        place: "lines",
        description: "Each price that changes, each place once.",
        kind: "list",
        required: true,
      },
    ],
    lineWords: [
      {
        name: "sku",
        place: "entity_ref",
        description: "The item's number in NetSuite.",
        kind: "text",
        required: true,
      },
      {
        name: "bidId",
        place: "context.bid_id",
        description: "The bid it is priced in, such as B5875.",
        kind: "text",
        required: false,
      },
      {
        name: "customer",
        place: "context.customer",
        description: "The customer, where no bid is known.",
        kind: "text",
        required: false,
      },
      {
        name: "from",
        place: "changes.price.from",
        description: "The price as you saw it. Leave it out: the gateway takes the live one.",
        kind: "decimal",
        required: false,
      },
      {
        name: "to",
        place: "changes.price.to",
        description: "The new price per unit.",
        kind: "decimal",
        required: true,
      },
    ],
  } as Action<PriceRoll>,
  cacheInvalidation: {
    actionType: "cache_invalidation",
    title: "Cache invalidation",
    description:
      "Proposes to have every reader of a named cache fetch it anew, after something it holds has changed in NetSuite.",
    entityType: "cache",
    words: [
      {
        name: "cache",
        place: "entity_ref",
        description: "The cache's name, such as price-book.",
        kind: "text",
        required: true,
      },
    ],
    always: [{ field: "version_step", to: "1" }],
  } as Action<CacheInvalidation>,
  creditLimit: {
    actionType: "customer_credit_limit",
    title: "Credit limit",
    description: "Proposes a new credit limit for a customer. A person decides; nothing is written now.",
    entityType: "customer",
    words: [
      {
        name: "customer",
        place: "entity_ref",
        description: "The customer's name, such as Coastal Pantry.",
        kind: "text",
        required: true,
      },
      {
        name: "from",
        place: "changes.creditlimit.from",
        description: "The credit limit as you saw it. Leave it out: the gateway takes the live one.",
        kind: "decimal",
        required: false,
      },
      {
        name: "to",
        place: "changes.creditlimit.to",
        description: "The new limit in the customer's currency, such as 75000.",
        kind: "decimal",
        required: true,
      },
    ],
  } as Action<CreditLimit>,
  creditRevocation: {
    actionType: "customer_credit_revoke",
    title: "Revoke credit limit",
    description:
      "Proposes to take a customer's credit limit away and to hold new orders. Always critical: a person reads it, types the reference and proves a second factor; nothing is written now.",
    entityType: "customer",
    words: [
      {
        name: "customer",
        place: "entity_ref",
        description: "The customer's name, such as Halvorsen Markets.",
        kind: "text",
        required: true,
      },
      {
        name: "from",
        place: "changes.creditlimit.from",
        description: "The credit limit as you saw it. Leave it out: the gateway takes the live one.",
        kind: "decimal",
        required: false,
      },
    ],
    always: [{ field: "creditlimit", to: "0" }],
  } as Action<CreditRevocation>,
  customerPrice: {
    actionType: "customer_price_update",
    title: "Customer price",
    description:
      "Proposes a new unit price of one item for one customer, named without a bid. A person decides; nothing is written now.",
    entityType: "item",
    words: [
      {
        name: "sku",
        place: "entity_ref",
        description: "The item's number, such as 10473.",
        kind: "text",
        required: true,
      },
      {
        name: "customer",
        place: "context.customer",
        description: "The customer's name, such as Driscoll's.",
        kind: "text",
        required: true,
      },
      {
        name: "from",
        place: "changes.price.from",
        description: "The unit price as you saw it. Leave it out: the gateway takes the live one.",
        kind: "decimal",
        required: false,
      },
      {
        name: "to",
        place: "changes.price.to",
        description: "The new unit price, as decimal text such as 11.52.",
        kind: "decimal",
        required: true,
      },
    ],
  } as Action<CustomerPrice>,
  customerTerms: {
    actionType: "customer_terms_change",
    title: "Payment terms",
    description: "Proposes other payment terms for a customer. A person decides; nothing is written now.",
    entityType: "customer",
    words: [
      {
        name: "customer",
        place: "entity_ref",
        description: "The customer's name, such as Coastal Pantry.",
        kind: "text",
        required: true,
      },
      {
        name: "from",
        place: "changes.terms.from",
        description: "The terms as you saw them. Leave it out: the gateway takes the live ones.",
        kind: "text",
        required: false,
      },
      {
        name: "to",
        place: "changes.terms.to",
        description: "The new terms as NetSuite names them, such as Net 45.",
        kind: "text",
        required: true,
      },
    ],
  } as Action<CustomerTerms>,
  emailDraft: {
    actionType: "email_draft",
    title: "E-mail draft",
    description:
      "Proposes a draft of an e-mail about a customer. It is kept in Countersign for a person to send by hand; nothing is ever sent.",
    entityType: "customer",
    words: [
      {
        name: "customer",
        place: "entity_ref",
        description: "The customer it is about.",
        kind: "text",
        required: true,
      },
      {
        name: "to",
        place: "changes.to.to",
        description: "Whom it is for: one address.",
        kind: "text",
        required: true,
      },
      {
        name: "subject",
        place: "changes.subject.to",
        description: "The subject, one line.",
        kind: "text",
        required: true,
      },
      { name: "text", place: "changes.body.to", description: "The text.", kind: "text", required: true },
      {
        name: "cc",
        place: "changes.cc.to",
        description: "Who gets a copy: one address.",
        kind: "text",
        required: false,
      },
    ],
  } as Action<EmailDraft>,
  inventoryAdjustment: {
    actionType: "inventory_adjustment",
    title: "Inventory adjustment",
    description:
      "Proposes to add to or take from the stock of one item at one location. A person decides; nothing is written now.",
    entityType: "item",
    words: [
      {
        name: "sku",
        place: "entity_ref",
        description: "The item's number, such as 10521.",
        kind: "text",
        required: true,
      },
      {
        name: "location",
        place: "context.location",
        description: "The location's name, such as Dallas DC.",
        kind: "text",
        required: true,
      },
      {
        name: "onHand",
        place: "changes.adjustqtyby.from",
        description: "The quantity on hand as you saw it. Leave it out: the gateway takes the live one.",
        kind: "decimal",
        required: false,
      },
      {
        name: "by",
        place: "changes.adjustqtyby.to",
        description: "The difference, not the new stock: -150 takes 150 away.",
        kind: "decimal",
        required: true,
      },
      {
        name: "memo",
        place: "context.memo",
        description: "Written on the adjustment in NetSuite.",
        kind: "text",
        required: false,
      },
    ],
  } as Action<InventoryAdjustment>,
  listPrice: {
    actionType: "item_price_update",
    title: "List price",
    description:
      "Proposes a new list price of one item at one price level, which every customer of that level pays. A person decides; nothing is written now.",
    entityType: "item",
    words: [
      {
        name: "sku",
        place: "entity_ref",
        description: "The item's number, such as 10472.",
        kind: "text",
        required: true,
      },
      {
        name: "priceLevel",
        place: "context.price_level",
        description: "Such as Wholesale. Left out: the base price.",
        kind: "text",
        required: false,
      },
      {
        name: "quantityBreak",
        place: "context.quantity_break",
        description: "From how many units the price holds, such as 25. Left out: from the first unit.",
        kind: "decimal",
        required: false,
      },
      {
        name: "currency",
        place: "context.currency",
        description: "Such as CAD. Left out: the account's own currency.",
        kind: "text",
        required: false,
      },
      {
        name: "from",
        place: "changes.price.from",
        description: "The list price as you saw it. Leave it out: the gateway takes the live one.",
        kind: "decimal",
        required: false,
      },
      {
        name: "to",
        place: "changes.price.to",
        description: "The new list price, as decimal text such as 1.60.",
        kind: "decimal",
        required: true,
      },
    ],
  } as Action<ListPrice>,
  noteAttachment: {
    actionType: "note_attachment",
    title: "Note attachment",
    description:
      "Proposes to attach a note to a customer or a sales order. Trivial: where a standing authorisation covers it, it is written without a tap.",
    entityType: "customer",
    words: [
      {
        name: "attachTo",
        place: "entity_type",
        description: "What kind of record it is attached to.",
        kind: "text",
        required: true,
        choices: ["customer", "sales_order"],
      },
      {
        name: "reference",
        place: "entity_ref",
        description: "That record: a customer's name, or an order such as SO-22984.",
        kind: "text",
        required: true,
      },
      {
        name: "note",
        place: "changes.note.to",
        description: "The note's text, as it will stand in NetSuite.",
        kind: "text",
        required: true,
      },
      {
        name: "title",
        place: "context.title",
        description: "The note's title.",
        kind: "text",
        required: false,
      },
    ],
  } as Action<NoteAttachment>,
  orderLinePrice: {
    actionType: "sales_order_line_price",
    title: "Sales order line",
    description:
      "Proposes another rate for one line of an open sales order. Name the line by its key, or by its item where only one line has that item. A person decides; nothing is written now.",
    entityType: "sales_order",
    words: [
      {
        name: "orderNumber",
        place: "entity_ref",
        description: "The sales order, such as SO-22984.",
        kind: "text",
        required: true,
      },
      {
        name: "lineKey",
        place: "context.line_unique_key",
        description: "The line's unique key, such as 2298401.",
        kind: "text",
        required: false,
      },
      {
        name: "sku",
        place: "context.item",
        description: "The item on the line, such as 10501.",
        kind: "text",
        required: false,
      },
      {
        name: "from",
        place: "changes.rate.from",
        description: "The line's rate as you saw it. Leave it out: the gateway takes the live one.",
        kind: "decimal",
        required: false,
      },
      {
        name: "to",
        place: "changes.rate.to",
        description: "The new rate, as decimal text such as 30.90.",
        kind: "decimal",
        required: true,
      },
    ],
  } as Action<OrderLinePrice>,
  costRoll: {
    actionType: "vendor_cost_roll",
    title: "Vendor cost roll",
    description:
      "Proposes many new vendor costs as one: they are read, decided and signed together, and written one by one. Critical: two steps and the roll's name typed by a person.",
    entityType: "cost_roll",
    words: [
      {
        name: "name",
        place: "entity_ref",
        description: "The roll's name, such as VENDORS-Q1; the person who approves types it.",
        kind: "text",
        required: true,
      },
      {
        name: "costs",
        place: "lines",
        description: "Each cost that changes, each place once.",
        kind: "list",
        required: true,
      },
    ],
    lineWords: [
      {
        name: "sku",
        place: "entity_ref",
        description: "The item's number, such as 10472.",
        kind: "text",
        required: true,
      },
      {
        name: "vendor",
        place: "context.vendor",
        description: "The vendor's name, such as Valley Berry Growers.",
        kind: "text",
        required: true,
      },
      {
        name: "from",
        place: "changes.purchaseprice.from",
        description: "The purchase price as you saw it. Leave it out: the gateway takes the live one.",
        kind: "decimal",
        required: false,
      },
      {
        name: "to",
        place: "changes.purchaseprice.to",
        description: "The new purchase price per unit.",
        kind: "decimal",
        required: true,
      },
    ],
  } as Action<CostRoll>,
  vendorCost: {
    actionType: "vendor_cost_update",
    title: "Vendor cost",
    description:
      "Proposes a new purchase price of one item at one vendor. A person decides; nothing is written now.",
    entityType: "item",
    words: [
      {
        name: "sku",
        place: "entity_ref",
        description: "The item's number, such as 10472.",
        kind: "text",
        required: true,
      },
      {
        name: "vendor",
        place: "context.vendor",
        description: "The vendor's name, such as Valley Berry Growers.",
        kind: "text",
        required: true,
      },
      {
        name: "from",
        place: "changes.purchaseprice.from",
        description: "The purchase price as you saw it. Leave it out: the gateway takes the live one.",
        kind: "decimal",
        required: false,
      },
      {
        name: "to",
        place: "changes.purchaseprice.to",
        description: "The new purchase price, as decimal text such as 0.97.",
        kind: "decimal",
        required: true,
      },
    ],
  } as Action<VendorCost>,
};

/**
 * Proposes a note on a customer's account, for accounts receivable. A person decides; nothing is written now.
 */
export interface ArNote {
  /**
   * The customer's name, such as Coastal Pantry.
   */
  customer: string;
  /**
   * The note's text, as it will stand in NetSuite.
   */
  note: string;
  /**
   * The note's title.
   */
  title?: string;
  /**
   * One or two sentences for the person who decides: why this change, from which source.
   */
  reason?: string;
  /**
   * The sources: document numbers, quotes. Shown to the person as unchecked text.
   *
   * @maxItems 50
   */
  evidence?: string[];
}

/**
 * Proposes to build an assembly at one location from the components of its BOM. A person decides; nothing is written now.
 */
export interface AssemblyBuild {
  /**
   * The assembly's number, such as 20110.
   */
  sku: string;
  /**
   * The location's name, such as Plant 2.
   */
  location: string;
  /**
   * How many to build, such as 120.
   */
  quantity: number | string;
  /**
   * The day of the build, such as 2026-11-20. Left out: the day of the write.
   */
  date?: string;
  /**
   * Written on the build in NetSuite.
   */
  memo?: string;
  /**
   * One or two sentences for the person who decides: why this change, from which source.
   */
  reason?: string;
  /**
   * The sources: document numbers, quotes. Shown to the person as unchecked text.
   *
   * @maxItems 50
   */
  evidence?: string[];
}

/**
 * Proposes a new unit price of one item on one customer's bid. A person decides; nothing is written now.
 */
export interface PriceChange {
  /**
   * The item's number, such as 10472.
   */
  sku: string;
  /**
   * The bid, such as B5875.
   */
  bidId: string;
  /**
   * Only to be sure: must be the bid's customer.
   */
  customer?: string;
  /**
   * The unit price as you saw it. Leave it out: the gateway takes the live one.
   */
  from?: number | string;
  /**
   * The new unit price, as decimal text such as 1.48.
   */
  to: number | string;
  /**
   * One or two sentences for the person who decides: why this change, from which source.
   */
  reason?: string;
  /**
   * The sources: document numbers, quotes. Shown to the person as unchecked text.
   *
   * @maxItems 50
   */
  evidence?: string[];
}

/**
 * Proposes another quantity or yield of one component of a bill of materials; say at least one of the two. A person decides; nothing is written now.
 */
export interface BomChange {
  /**
   * The BOM's name, such as Garden salad mix.
   */
  bom: string;
  /**
   * The component's item number, such as 10542.
   */
  component: string;
  /**
   * The revision's name, such as R3. Left out: the one in effect.
   */
  revision?: string;
  /**
   * The quantity per build as you saw it. Leave it out: the gateway takes the live one.
   */
  quantityFrom?: number | string;
  /**
   * The new quantity per build, such as 0.34.
   */
  quantity?: number | string;
  /**
   * The yield as you saw it. Leave it out: the gateway takes the live one.
   */
  yieldFrom?: number | string;
  /**
   * The new yield in percent, such as 82.5.
   */
  yieldPercent?: number | string;
  /**
   * One or two sentences for the person who decides: why this change, from which source.
   */
  reason?: string;
  /**
   * The sources: document numbers, quotes. Shown to the person as unchecked text.
   *
   * @maxItems 50
   */
  evidence?: string[];
}

/**
 * Proposes many new bid or customer prices as one: they are read, decided and signed together, and written one by one. Critical: two steps and the roll's name typed by a person.
 */
export interface PriceRoll {
  /**
   * The roll's name, such as SPRING-2027; the person who approves types it.
   */
  name: string;
  /**
   * Each price that changes, each place once.
   *
   * @minItems 1
   * @maxItems 500
   */
  prices: {
    /**
     * The item's number in NetSuite.
     */
    sku: string;
    /**
     * The bid it is priced in, such as B5875.
     */
    bidId?: string;
    /**
     * The customer, where no bid is known.
     */
    customer?: string;
    /**
     * The price as you saw it. Leave it out: the gateway takes the live one.
     */
    from?: number | string;
    /**
     * The new price per unit.
     */
    to: number | string;
  }[];
  /**
   * One or two sentences for the person who decides: why this change, from which source.
   */
  reason?: string;
  /**
   * The sources: document numbers, quotes. Shown to the person as unchecked text.
   *
   * @maxItems 50
   */
  evidence?: string[];
}

/**
 * Proposes to have every reader of a named cache fetch it anew, after something it holds has changed in NetSuite.
 */
export interface CacheInvalidation {
  /**
   * The cache's name, such as price-book.
   */
  cache: string;
  /**
   * One or two sentences for the person who decides: why this change, from which source.
   */
  reason?: string;
  /**
   * The sources: document numbers, quotes. Shown to the person as unchecked text.
   *
   * @maxItems 50
   */
  evidence?: string[];
}

/**
 * Proposes a new credit limit for a customer. A person decides; nothing is written now.
 */
export interface CreditLimit {
  /**
   * The customer's name, such as Coastal Pantry.
   */
  customer: string;
  /**
   * The credit limit as you saw it. Leave it out: the gateway takes the live one.
   */
  from?: number | string;
  /**
   * The new limit in the customer's currency, such as 75000.
   */
  to: number | string;
  /**
   * One or two sentences for the person who decides: why this change, from which source.
   */
  reason?: string;
  /**
   * The sources: document numbers, quotes. Shown to the person as unchecked text.
   *
   * @maxItems 50
   */
  evidence?: string[];
}

/**
 * Proposes to take a customer's credit limit away and to hold new orders. Always critical: a person reads it, types the reference and proves a second factor; nothing is written now.
 */
export interface CreditRevocation {
  /**
   * The customer's name, such as Halvorsen Markets.
   */
  customer: string;
  /**
   * The credit limit as you saw it. Leave it out: the gateway takes the live one.
   */
  from?: number | string;
  /**
   * One or two sentences for the person who decides: why this change, from which source.
   */
  reason?: string;
  /**
   * The sources: document numbers, quotes. Shown to the person as unchecked text.
   *
   * @maxItems 50
   */
  evidence?: string[];
}

/**
 * Proposes a new unit price of one item for one customer, named without a bid. A person decides; nothing is written now.
 */
export interface CustomerPrice {
  /**
   * The item's number, such as 10473.
   */
  sku: string;
  /**
   * The customer's name, such as Driscoll's.
   */
  customer: string;
  /**
   * The unit price as you saw it. Leave it out: the gateway takes the live one.
   */
  from?: number | string;
  /**
   * The new unit price, as decimal text such as 11.52.
   */
  to: number | string;
  /**
   * One or two sentences for the person who decides: why this change, from which source.
   */
  reason?: string;
  /**
   * The sources: document numbers, quotes. Shown to the person as unchecked text.
   *
   * @maxItems 50
   */
  evidence?: string[];
}

/**
 * Proposes other payment terms for a customer. A person decides; nothing is written now.
 */
export interface CustomerTerms {
  /**
   * The customer's name, such as Coastal Pantry.
   */
  customer: string;
  /**
   * The terms as you saw them. Leave it out: the gateway takes the live ones.
   */
  from?: string;
  /**
   * The new terms as NetSuite names them, such as Net 45.
   */
  to: string;
  /**
   * One or two sentences for the person who decides: why this change, from which source.
   */
  reason?: string;
  /**
   * The sources: document numbers, quotes. Shown to the person as unchecked text.
   *
   * @maxItems 50
   */
  evidence?: string[];
}

/**
 * Proposes a draft of an e-mail about a customer. It is kept in Countersign for a person to send by hand; nothing is ever sent.
 */
export interface EmailDraft {
  /**
   * The customer it is about.
   */
  customer: string;
  /**
   * Whom it is for: one address.
   */
  to: string;
  /**
   * The subject, one line.
   */
  subject: string;
  /**
   * The text.
   */
  text: string;
  /**
   * Who gets a copy: one address.
   */
  cc?: string;
  /**
   * One or two sentences for the person who decides: why this change, from which source.
   */
  reason?: string;
  /**
   * The sources: document numbers, quotes. Shown to the person as unchecked text.
   *
   * @maxItems 50
   */
  evidence?: string[];
}

/**
 * Proposes to add to or take from the stock of one item at one location. A person decides; nothing is written now.
 */
export interface InventoryAdjustment {
  /**
   * The item's number, such as 10521.
   */
  sku: string;
  /**
   * The location's name, such as Dallas DC.
   */
  location: string;
  /**
   * The quantity on hand as you saw it. Leave it out: the gateway takes the live one.
   */
  onHand?: number | string;
  /**
   * The difference, not the new stock: -150 takes 150 away.
   */
  by: number | string;
  /**
   * Written on the adjustment in NetSuite.
   */
  memo?: string;
  /**
   * One or two sentences for the person who decides: why this change, from which source.
   */
  reason?: string;
  /**
   * The sources: document numbers, quotes. Shown to the person as unchecked text.
   *
   * @maxItems 50
   */
  evidence?: string[];
}

/**
 * Proposes a new list price of one item at one price level, which every customer of that level pays. A person decides; nothing is written now.
 */
export interface ListPrice {
  /**
   * The item's number, such as 10472.
   */
  sku: string;
  /**
   * Such as Wholesale. Left out: the base price.
   */
  priceLevel?: string;
  /**
   * From how many units the price holds, such as 25. Left out: from the first unit.
   */
  quantityBreak?: number | string;
  /**
   * Such as CAD. Left out: the account's own currency.
   */
  currency?: string;
  /**
   * The list price as you saw it. Leave it out: the gateway takes the live one.
   */
  from?: number | string;
  /**
   * The new list price, as decimal text such as 1.60.
   */
  to: number | string;
  /**
   * One or two sentences for the person who decides: why this change, from which source.
   */
  reason?: string;
  /**
   * The sources: document numbers, quotes. Shown to the person as unchecked text.
   *
   * @maxItems 50
   */
  evidence?: string[];
}

/**
 * Proposes to attach a note to a customer or a sales order. Trivial: where a standing authorisation covers it, it is written without a tap.
 */
export interface NoteAttachment {
  /**
   * What kind of record it is attached to.
   */
  attachTo: "customer" | "sales_order";
  /**
   * That record: a customer's name, or an order such as SO-22984.
   */
  reference: string;
  /**
   * The note's text, as it will stand in NetSuite.
   */
  note: string;
  /**
   * The note's title.
   */
  title?: string;
  /**
   * One or two sentences for the person who decides: why this change, from which source.
   */
  reason?: string;
  /**
   * The sources: document numbers, quotes. Shown to the person as unchecked text.
   *
   * @maxItems 50
   */
  evidence?: string[];
}

/**
 * Proposes another rate for one line of an open sales order. Name the line by its key, or by its item where only one line has that item. A person decides; nothing is written now.
 */
export interface OrderLinePrice {
  /**
   * The sales order, such as SO-22984.
   */
  orderNumber: string;
  /**
   * The line's unique key, such as 2298401.
   */
  lineKey?: string;
  /**
   * The item on the line, such as 10501.
   */
  sku?: string;
  /**
   * The line's rate as you saw it. Leave it out: the gateway takes the live one.
   */
  from?: number | string;
  /**
   * The new rate, as decimal text such as 30.90.
   */
  to: number | string;
  /**
   * One or two sentences for the person who decides: why this change, from which source.
   */
  reason?: string;
  /**
   * The sources: document numbers, quotes. Shown to the person as unchecked text.
   *
   * @maxItems 50
   */
  evidence?: string[];
}

/**
 * Proposes many new vendor costs as one: they are read, decided and signed together, and written one by one. Critical: two steps and the roll's name typed by a person.
 */
export interface CostRoll {
  /**
   * The roll's name, such as VENDORS-Q1; the person who approves types it.
   */
  name: string;
  /**
   * Each cost that changes, each place once.
   *
   * @minItems 1
   * @maxItems 500
   */
  costs: {
    /**
     * The item's number, such as 10472.
     */
    sku: string;
    /**
     * The vendor's name, such as Valley Berry Growers.
     */
    vendor: string;
    /**
     * The purchase price as you saw it. Leave it out: the gateway takes the live one.
     */
    from?: number | string;
    /**
     * The new purchase price per unit.
     */
    to: number | string;
  }[];
  /**
   * One or two sentences for the person who decides: why this change, from which source.
   */
  reason?: string;
  /**
   * The sources: document numbers, quotes. Shown to the person as unchecked text.
   *
   * @maxItems 50
   */
  evidence?: string[];
}

/**
 * Proposes a new purchase price of one item at one vendor. A person decides; nothing is written now.
 */
export interface VendorCost {
  /**
   * The item's number, such as 10472.
   */
  sku: string;
  /**
   * The vendor's name, such as Valley Berry Growers.
   */
  vendor: string;
  /**
   * The purchase price as you saw it. Leave it out: the gateway takes the live one.
   */
  from?: number | string;
  /**
   * The new purchase price, as decimal text such as 0.97.
   */
  to: number | string;
  /**
   * One or two sentences for the person who decides: why this change, from which source.
   */
  reason?: string;
  /**
   * The sources: document numbers, quotes. Shown to the person as unchecked text.
   *
   * @maxItems 50
   */
  evidence?: string[];
}
