/** The person and company that this document was loaded for (`pageOwnerOf`). Empty: nobody was signed in. Read in a browser alone. */
let owner = "";

export const pageOwner = (): string => owner;

export const setPageOwner = (next: string): void => {
  owner = next;
};
