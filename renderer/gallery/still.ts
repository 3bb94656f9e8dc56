// When a scene stands: all that it was promised is there, and for some frames nothing on the page has changed. Counted in frames,
// a machine that is slow is waited for.

import { coming } from '../ui/coming.ts';

const framesQuiet = 3;
/** What never stands still, as a reply that streams, is not waited for. */
const mostFrames = 40;

export async function still(): Promise<void> {
  let changed = false;
  const observer = new MutationObserver(() => {
    changed = true;
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  for (let quiet = 0, frames = 0; quiet < framesQuiet && frames < mostFrames; frames++) {
    changed = coming.size > 0;
    await Promise.allSettled(coming);
    await new Promise(requestAnimationFrame);
    quiet = changed ? 0 : quiet + 1;
  }
  observer.disconnect();
}
