// Whether this tab is a paired device's: the link notes it when it opens a session.

import { createMemory } from '../memory.ts';

const tab = createMemory(() => sessionStorage);

export function isDeviceTab(): boolean {
  return tab.get('device') !== null;
}
