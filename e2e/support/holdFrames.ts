// Delays what the window sends to the host.

import type { Page } from '@playwright/test';

/** Holds the matching frames to the host until released; the page must be reloaded for it to take effect. */
export async function holdFrames(page: Page): Promise<{ hold(part: string): void; release(): void }> {
  let wanted: string | null = null;
  let held: (() => void)[] = [];
  const passOn = (frame: string | Buffer, pass: () => void): void => {
    if (wanted !== null && String(frame).includes(wanted)) held.push(pass);
    else pass();
  };
  await page.routeWebSocket(/.*/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((frame) => passOn(frame, () => server.send(frame)));
  });
  return {
    hold(part) {
      wanted = part;
    },
    release() {
      wanted = null;
      const passes = held;
      held = [];
      for (const pass of passes) pass();
    },
  };
}
