/** Explains why the account refuses us and how to repair it, for each code of a halting verdict. */
export interface LaneWords {
  why: string;
  toDo: string;
}

const rotateToken =
  "In NetSuite look under Setup › Users/Roles › View Login Audit Trail for the detail. If the token was revoked, or its user " +
  "or role was disabled, make a new access token for the role Countersign, and set it on the page NetSuite; an " +
  "account of the environment takes it from NETSUITE_TOKEN_ID and NETSUITE_TOKEN_SECRET after a restart.";

const wordsByCode: Readonly<Record<string, LaneWords>> = {
  INVALID_LOGIN_ATTEMPT: {
    why: "NetSuite refuses our credentials: the token was revoked, its user or role was disabled, or a login rule of the role changed.",
    toDo: rotateToken,
  },
  HTTP_401: {
    why: "NetSuite refuses our signature, twice in a row with a fresh one: the token or the integration is not valid any more, or our clock is off by more than five minutes.",
    toDo: `Compare the server's clock with the real time. ${rotateToken}`,
  },
  HTTP_302: {
    why: "NetSuite sends us to another address: the account is not where its number leads, or it was moved to another data centre.",
    toDo: "Check NETSUITE_ACCOUNT against Setup › Company › Company Information (a sandbox is spelled 1234567_SB1), and restart.",
  },
  HTTP_403: {
    why: "NetSuite forbids the call: the role may not run the RESTlet, or an IP address rule keeps our server out.",
    toDo: "In NetSuite give the role Countersign to the deployment's audience, and look for IP restrictions on the role and the company.",
  },
  HTTP_404: {
    why: "NetSuite does not know the RESTlet: the script or its deployment is missing, renamed or not released.",
    toDo: "Deploy netsuite/sdf again (suitecloud project:deploy) and see that customdeploy_gfs_platform_query is Released.",
  },
  CERTIFICATE_REFUSED: {
    why: "NetSuite refuses our certificate: it was revoked, replaced or has run out, or it is not mapped to this integration.",
    toDo: "Upload a current certificate under Setup › Integration › OAuth 2.0 Client Credentials, put its id and key into NETSUITE_CERTIFICATE_ID and NETSUITE_PRIVATE_KEY, and restart.",
  },
  PRIVATE_KEY_UNUSABLE: {
    why: "We cannot read the private key that we sign with.",
    toDo: "Put a PEM key without a passphrase into NETSUITE_PRIVATE_KEY, and restart.",
  },
};

const permissionByRecord: Readonly<Record<string, string>> = {
  salesorder: "Transactions › Sales Order (Edit)",
  invoice: "Transactions › Invoice (View)",
  customer: "Lists › Customers (Edit)",
  inventoryitem: "Lists › Items (Edit)",
  inventoryadjustment: "Transactions › Adjust Inventory (Create)",
  assemblybuild: "Transactions › Build Assemblies (Create)",
  note: "Lists › Notes Tab (Create)",
  bomrevision: "Lists › Bill of Materials (Edit)",
};

/**
 * `recordType` is NetSuite's record type of the refused write; null if it is unknown. A code without a row gets a
 * general explanation.
 */
export function laneWords(code: string, recordType: string | null): LaneWords {
  if (code === "INSUFFICIENT_PERMISSION") {
    const permission = permissionByRecord[recordType ?? ""] ?? null;
    return {
      why: permission
        ? `The role we sign in with lacks a permission: the write that was refused needs ${permission}.`
        : "The role we sign in with lacks a permission that the refused write needs.",
      toDo: `In NetSuite give the role Countersign ${permission ? `the permission ${permission}` : "its permissions"} back; deploying netsuite/sdf again restores all it is shipped with. Nothing has to be restarted.`,
    };
  }
  if (Object.hasOwn(wordsByCode, code)) return wordsByCode[code]!;
  return {
    why: `NetSuite does not let us in (${code}).`,
    toDo: "Look into NetSuite's login audit trail and execution log for the time of the halt, and repair what it names.",
  };
}

/** The reason of every live read that is not made. */
export const LANE_HALTED = "The account's lane is halted; nothing is asked of NetSuite until it opens.";
