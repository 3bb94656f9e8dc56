// Waits until a scene is ready: lazy content has arrived, and the page has not changed for some frames. Counting frames waits
// for a slow machine, but not for one that renders no frames at all.

import { pendingLoads } from '../../renderer/core/loadCode.ts';

const framesQuiet = 3;
/** Pages that never settle, such as a streaming reply, are not waited for. */
const maxFrames = 40;
const maxFrameMs = 2000;

export async function still(): Promise<void> {
  let changed = false;
  const observer = new MutationObserver(() => {
    changed = true;
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  for (let quiet = 0, frames = 0; quiet < framesQuiet && frames < maxFrames; frames++) {
    changed = pendingLoads.size > 0;
    await Promise.allSettled(pendingLoads);
    await nextFrame();
    quiet = changed ? 0 : quiet + 1;
  }
  observer.disconnect();
}

function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, maxFrameMs);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
