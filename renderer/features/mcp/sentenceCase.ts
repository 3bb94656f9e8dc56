/** Formats an app's error message as a sentence: capital first letter, final period. */
export function sentenceCase(text: string): string {
  const plain = text.trim();
  const whole = plain.charAt(0).toLocaleUpperCase('en') + plain.slice(1);
  return /[.!?…:]$/.test(whole) || whole === '' ? whole : `${whole}.`;
}
