// Which conversation a host is asked to open when it starts.

import type { StartConversation } from '../app.ts';

export function startConversation(options: { resume: string | null; continue: boolean }): StartConversation | null {
  if (options.resume !== null) return { named: options.resume };
  return options.continue ? 'latest' : null;
}
