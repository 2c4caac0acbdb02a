export const questionHref = (id: number): string => `/questions/${id}`;
