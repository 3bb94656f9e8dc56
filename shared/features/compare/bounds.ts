// Limits of a compare. Imports nothing, so that the window can use them.

export const minContestants = 2;
export const maxContestants = 3;
