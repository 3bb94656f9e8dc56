// When a scene stands: all that it was promised is there, and for some frames nothing on the page has changed. Counted in frames,
// a machine that is slow is waited for; one that draws no frames at all is not.

import { coming } from '../../renderer/ui/coming.ts';

const framesQuiet = 3;
/** What never stands still, as a reply that streams, is not waited for. */
const maxFrames = 40;
const maxFrameLength = 2000;

export async function still(): Promise<void> {
  let changed = false;
  const observer = new MutationObserver(() => {
    changed = true;
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  for (let quiet = 0, frames = 0; quiet < framesQuiet && frames < maxFrames; frames++) {
    changed = coming.size > 0;
    await Promise.allSettled(coming);
    await nextFrame();
    quiet = changed ? 0 : quiet + 1;
  }
  observer.disconnect();
}

function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, maxFrameLength);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
