import type { SavedSearch } from "../search/saved-search";

const PRICE = "{itempricingunitprice}";
const COST = "{pricingitem.averagecost}";

/** The saved searches that an administrator of the account made. */
export const savedSearches: readonly SavedSearch[] = [
  {
    id: "customsearch_bid_margins",
    type: "customer",
    columns: [
      { name: "pricingitem", label: "SKU" },
      { name: "custentity_gfs_bid", label: "Bid" },
      { name: "companyname", label: "Customer" },
      { name: "itempricingunitprice", label: "Price" },
      { name: "formulanumeric", formula: COST, label: "Cost" },
      { name: "formulanumeric", formula: `ROUND((${PRICE}-${COST})/${PRICE},4)`, label: "Margin" },
    ],
    filters: [],
  },
  {
    id: "customsearch_overdue_receivables",
    type: "customer",
    columns: [
      { name: "companyname", label: "Customer" },
      { name: "balance", label: "Balance" },
      { name: "overduebalance", label: "Overdue" },
    ],
    filters: [["overduebalance", "greaterthan", "0"]],
  },
];
