// Keys that were meant for another place: a link may bring this window to the front while the user is typing in another app, or
// the conversation that the user is typing in may disappear. Nothing that has the focus then may be answered or sent by them.

/** The user has noticed the change: milliseconds without a key. */
const quietMs = 700;

/**
 * Swallows keys until there is a pause or a press of the pointer. `hadFocus`: the user was already working here, so only
 * Enter and Space are swallowed: the text that they were about to send may have changed.
 */
export function guardKeys(target: Window, hadFocus: boolean): void {
  const ended = new AbortController();
  const always = { capture: true, signal: ended.signal };
  const end = (): void => ended.abort();
  let timer = target.setTimeout(end, quietMs);
  ended.signal.addEventListener('abort', () => target.clearTimeout(timer));
  const swallow = (event: KeyboardEvent): void => {
    if (hadFocus && event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    target.clearTimeout(timer);
    timer = target.setTimeout(end, quietMs);
  };
  for (const type of ['keydown', 'keypress', 'keyup'] as const) target.addEventListener(type, swallow, always);
  target.addEventListener('pointerdown', end, always);
}
