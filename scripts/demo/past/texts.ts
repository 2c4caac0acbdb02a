/** Texts of the agents of the past. */

export const noteTexts = [
  ["Pinecrest Co-op", "Confirms receipt of the corrected invoice 10139"],
  ["Riverbend Foods", "Pays 10121 and 10127 in one transfer on the 15th"],
  ["Coastal Pantry", "Wants a copy of the W-9; sent by mail"],
  ["Northgate Grocers", "Short delivery on invoice 10144 acknowledged; credit follows"],
  ["Oakfield Senior Living", "Asks for due dates on the first of the month"],
  ["Two Rivers Commissary", "Took the 2 % discount one day late; accepted once"],
  ["Westbrook University Dining", "Purchase order number missing on 10150; reissued"],
  ["Harbor Light Hotels", "New accounts payable address from November on"],
  ["Lakeshore Hospitals", "Remittance advice comes by portal now; no more mails"],
  ["Bluestem Bistro Group", "Promised invoice 10133 for the end of the week"],
  ["Cedar & Vine Restaurants", "Paid half of 10136; the rest after inventory"],
  ["Prairie Table Catering", "Event of the 14th cancelled; invoice 10147 stands"],
  ["Marlow Street Market", "Pays on delivery as agreed; receipt filed"],
  ["Granite Peak Cafés", "Did not answer two calls about 10118"],
  ["Halvorsen Markets", "Broke the promise on 10102; second reminder sent"],
  ["Sunmeadow Schools", "Remits through the district office; allow ten days"],
] as const;

export const deliveryNotes = [
  ["SO-22984", "Signed delivery slip is on file"],
  ["SO-22996", "Temperature log of truck 9 is on file"],
  ["SO-23012", "Gate pass and seal number are on file"],
  ["SO-22991", "Signed delivery slip is on file, two cases refused"],
  ["SO-23007", "Temperature log of truck 14 is on file"],
] as const;

export const mails = [
  ["payables@harborlight.example", "Statement of account", "please find below what is open on your account."],
  [
    "ap@riverbendfoods.example",
    "Invoice 10156 is due on Friday",
    "invoice 10156 over $3,418.00 is due on Friday.",
  ],
  ["billing@northgate.example", "Credit for short delivery", "we credited the two cases that were missing."],
  ["accounts@oakfield.example", "Your new due dates", "from now on your invoices are due on the first."],
] as const;

export const priceReasons = [
  "Freight from the valley went up with the new diesel surcharge.",
  "The customer's contract allows one step a quarter; this is the autumn one.",
  "Landed cost moved on the last receipts; this keeps the margin of the bid.",
  "Volume step reached in the third quarter.",
  "Matches the competing offer that the buyer forwarded.",
  "The price was to come back down when the new crop arrived.",
];
export const stockReasons = [
  "Cycle count found a different number than the system.",
  "Damaged in transit; the carrier's claim is open.",
  "Returned unopened; inspected and put back.",
  "Spoiled over the weekend; written off by the shift lead.",
  "A receipt was booked short; the packing slip says so.",
];
export const orderReasons = [
  "The line was entered with last week's price.",
  "The customer's standing discount was not on the line.",
  "Agreed with the buyer on the phone; see the call note.",
];
export const creditReasons = [
  "Twelve months without a late payment, and a larger season ahead.",
  "The guarantee of the parent company arrived.",
  "Orders of the last two months stay under half of the limit.",
];
export const rejections = [
  "The reason does not hold: ask the customer first",
  "Wait for the price list of Monday",
  "The figure looks wrong: count again",
  "Somebody else is already on this",
];
