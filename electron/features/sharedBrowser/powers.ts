// Switching the shared browser on starts a program, and lets models use pages with the user's sign-ins there.

import type { Power } from '../../ports/confirm.ts';

export function sharedBrowserPower(program: string): Power {
  return {
    key: JSON.stringify(['shared browser', program]),
    sentence: `Let models use a browser with you: it starts ${program} with a profile of its own, and opens only sites that you allow.`,
  };
}
