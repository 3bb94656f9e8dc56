// Text that can be sent. Half a surrogate pair cannot be written as UTF-8 (Anthropic: "no low surrogate in string"), NUL
// ends strings in the databases of some servers, and other control characters are refused where a request becomes XML.
// Pure; what is fine is given back as it is.

/** All but tab, line feed, vertical tab, form feed and carriage return; with the C1 block, which some trim as blank. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const controls = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it replaces
const visibleControls = /[\u0001-\u0008\u000e-\u001f\u007f-\u009f]/g;

/** The text that was found sendable last, unless it is very long: what is made sendable is looked at once more at once. */
let known = '';
const longestKnown = 100_000;

/** NUL is left out; a lone surrogate and any other control character become U+FFFD, so that one sees that something was there. */
export function sendableText(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  const made = controls.test(whole) ? whole.replaceAll('\u0000', '').replace(visibleControls, '\ufffd') : whole;
  if (made.length <= longestKnown) known = made;
  return made;
}

function isSendableText(text: string): boolean {
  return text === known || (text.isWellFormed() && !controls.test(text));
}

/** What is left of a text when white space and NUL are taken away. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is left out
const visible = /[^\s\u0000]/;

/** True for what has no text in it once it is sendable; also for what is no text. */
export function isBlankText(text: unknown): boolean {
  return typeof text !== 'string' || !visible.test(text);
}

/** How deep a value may be nested: Gemini's servers read at most a hundred levels. */
const deepest = 64;

/** A copy in which every text is sendable, keys included. Throws a RangeError for a value that is nested too deep. */
export function sendableValue<T>(value: T, depth = 0): T {
  if (typeof value === 'string') return sendableText(value) as T;
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= deepest) throw new RangeError('nested too deep');
  if (Array.isArray(value)) return value.map((entry) => sendableValue(entry, depth + 1)) as T;
  const entries = Object.entries(value).map(([key, entry]) => [sendableText(key), sendableValue(entry, depth + 1)]);
  return Object.fromEntries(entries) as T;
}

/** The same, and undefined for a value that is nested too deep. */
export function sendableOrNothing<T>(value: T): T | undefined {
  try {
    return sendableValue(value);
  } catch {
    return undefined;
  }
}

/** Whether every text in it is sendable. */
export function isSendable(value: unknown): boolean {
  if (typeof value === 'string') return isSendableText(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, entry]) => isSendableText(key) && isSendable(entry));
}
