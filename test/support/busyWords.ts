// The protocol between a busy child and its parent: a line of JSON before and after each action.

export interface BusyWord {
  what: 'made' | 'append' | 'title' | 'delete';
  conversation: string;
  /** Unique per action: also the beginning of the message, or the title. */
  label: string;
  /** False: about to be done. True: acknowledged. */
  done: boolean;
  /** The ID of the acknowledged message. */
  id?: string;
}

export function toLine(word: BusyWord): string {
  return `${JSON.stringify(word)}\n`;
}

export function contentOf(label: string, large: boolean): string {
  return `${label} ${'größer '.repeat(large ? 8_000 : 20)}`;
}
