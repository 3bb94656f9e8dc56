/** What a program said of its trouble, as a sentence: it begins with a capital and ends. */
export function sentenceCase(text: string): string {
  const plain = text.trim();
  const whole = plain.charAt(0).toLocaleUpperCase('en') + plain.slice(1);
  return /[.!?…:]$/.test(whole) || whole === '' ? whole : `${whole}.`;
}
