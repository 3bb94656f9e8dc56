/** Short intervals for `expect.poll`: the default ones grow to a second, and each is waited out. */
export const soon = { intervals: [10, 20, 50, 100] };
