/** How often `expect.poll` looks: its own steps become a second long, and each is waited to its end. */
export const soon = { intervals: [10, 20, 50, 100] };
