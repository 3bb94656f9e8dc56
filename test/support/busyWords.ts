// What a busy child and its parent say to each other: a line of JSON for each thing that is tried or done.

export interface BusyWord {
  what: 'made' | 'append' | 'title' | 'delete';
  conversation: string;
  /** Different for each thing: also the beginning of the message, or the title. */
  label: string;
  /** False: it is about to be done. True: it was acknowledged. */
  done: boolean;
  /** Of the message that was acknowledged. */
  id?: string;
}

export function toLine(word: BusyWord): string {
  return `${JSON.stringify(word)}\n`;
}

export function contentOf(label: string, large: boolean): string {
  return `${label} ${'größer '.repeat(large ? 8_000 : 20)}`;
}
