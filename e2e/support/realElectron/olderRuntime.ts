// Functions that our code uses and Electron 25 (Node 18, Chromium 114) lacks. The build for these tests imports them first in
// each entry point; no other build does.

// @ts-expect-error It is fetched for these tests, has no types, and exports nothing.
import 'core-js/actual/index.js';

if (!AbortSignal.any) {
  AbortSignal.any = (signals) => {
    const any = new AbortController();
    for (const signal of signals) {
      if (signal.aborted) any.abort(signal.reason);
      else signal.addEventListener('abort', () => any.abort(signal.reason), { once: true, signal: any.signal });
    }
    return any.signal;
  };
}
