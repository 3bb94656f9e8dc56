// The last bytes of a program's output. It costs the same however small the pieces are.

const pageBytes = 64 * 1024;

export class OutputTail {
  readonly #max: number;
  /** Full, except for the last one. */
  #pages: Buffer[] = [];
  /** Bytes in the last page. */
  #used = 0;
  #truncated = false;

  /** `max`: bytes; 0 keeps nothing. */
  constructor(max: number) {
    this.#max = max;
  }

  /** Whether something was dropped. */
  get truncated(): boolean {
    return this.#truncated;
  }

  push(piece: Buffer): void {
    for (let from = 0; from < piece.length; ) {
      let page = this.#pages.at(-1);
      if (page === undefined || this.#used === page.length) {
        page = Buffer.allocUnsafe(pageBytes);
        this.#pages.push(page);
        this.#used = 0;
      }
      const copied = piece.copy(page, this.#used, from);
      this.#used += copied;
      from += copied;
      this.#truncated ||= this.#size > this.#max;
      while (this.#pages.length > 1 && this.#size - pageBytes >= this.#max) this.#pages.shift();
    }
  }

  get #size(): number {
    return this.#pages.length === 0 ? 0 : (this.#pages.length - 1) * pageBytes + this.#used;
  }

  /** Begins between characters; bytes that are not UTF-8 become U+FFFD. */
  text(max = this.#max): string {
    const size = this.#size;
    const all = Buffer.concat(this.#pages, size);
    let from = Math.max(0, size - Math.min(max, this.#max));
    if (from > 0) while (from < size && ((all[from] as number) & 0xc0) === 0x80) from++;
    return all.subarray(from).toString('utf8');
  }
}
