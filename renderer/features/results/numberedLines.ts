// The result of read_file as lines with their numbers, and what stands around them as notices.

export interface NumberedLine {
  /** Null: a notice of the tool, not a line of the file. */
  number: number | null;
  text: string;
}

export function numberedLines(content: string): NumberedLine[] {
  return content.split('\n').map((line) => {
    const match = /^ *(\d+)\t(.*)$/s.exec(line);
    return match ? { number: Number(match[1]), text: match[2] as string } : { number: null, text: line };
  });
}

/** True when it is what read_file gives for a text: other results are shown as they are. */
export function isNumbered(content: string): boolean {
  return /^ *\d+\t/.test(content);
}
