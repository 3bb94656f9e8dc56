// Makes text safe to send. Lone surrogates cannot be encoded as UTF-8 (Anthropic: "no low surrogate in string"), NUL
// ends strings in some servers' databases, and other control characters fail where a request becomes XML. Valid text is
// returned unchanged.

/** All but tab, line feed, vertical tab, form feed and carriage return; with the C1 block, which some trim as blank. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const controls = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it replaces
const visibleControls = /[\u0001-\u0008\u000e-\u001f\u007f-\u009f]/g;

/** Caches the last valid text unless very long: callers often check the same text twice in a row. */
let lastSendable = '';
const longestKnown = 100_000;

/** Drops NUL; replaces lone surrogates and other control characters with U+FFFD, so that the loss stays visible. */
export function sendableText(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  const made = controls.test(whole) ? whole.replaceAll('\u0000', '').replace(visibleControls, '\ufffd') : whole;
  if (made.length <= longestKnown) lastSendable = made;
  return made;
}

function isSendableText(text: string): boolean {
  return text === lastSendable || (text.isWellFormed() && !controls.test(text));
}

/** The rest of a text without white space and NUL. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is left out
const visible = /[^\s\u0000]/;

/** True when no text remains after sanitizing; also for values that are not text. */
export function isBlankText(text: unknown): boolean {
  return typeof text !== 'string' || !visible.test(text);
}

/** Maximum nesting: Gemini's servers read at most a hundred levels. */
const deepest = 64;

/** Copies a value and sanitizes every text in it, keys included. Throws a RangeError when nested too deep. */
export function sendableValue<T>(value: T, depth = 0): T {
  if (typeof value === 'string') return sendableText(value) as T;
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= deepest) throw new RangeError('nested too deep');
  if (Array.isArray(value)) return value.map((entry) => sendableValue(entry, depth + 1)) as T;
  const entries = Object.entries(value).map(([key, entry]) => [sendableText(key), sendableValue(entry, depth + 1)]);
  return Object.fromEntries(entries) as T;
}

/** Like `sendableValue`, but returns undefined when nested too deep. */
export function sendableOrUndefined<T>(value: T): T | undefined {
  try {
    return sendableValue(value);
  } catch {
    return undefined;
  }
}

/** Returns whether every text in it is safe to send. */
export function isSendable(value: unknown): boolean {
  if (typeof value === 'string') return isSendableText(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, entry]) => isSendableText(key) && isSendable(entry));
}
