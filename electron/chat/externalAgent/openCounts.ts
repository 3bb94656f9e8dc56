/** Counts the open calls of each record, so that the end of one needs no search among thousands. */
export class OpenCounts {
  readonly #counts = new Map<string, number>();

  add(messageId: string, count: number): void {
    this.#counts.set(messageId, count);
  }

  /** Returns whether it was the record's last open call. */
  close(messageId: string): boolean {
    const left = (this.#counts.get(messageId) ?? 1) - 1;
    if (left > 0) this.#counts.set(messageId, left);
    else this.#counts.delete(messageId);
    return left <= 0;
  }

  /** The last record with an open call. */
  last(): string | undefined {
    return [...this.#counts.keys()].at(-1);
  }
}
