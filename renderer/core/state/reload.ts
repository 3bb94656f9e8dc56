// Refetches on change. Changes during a fetch cause exactly one more.

/** Resolves when no fetch is in flight. */
export function createReload(load: () => Promise<void>): () => Promise<void> {
  let asking: Promise<void> | null = null;
  let again = false;

  async function ask(): Promise<void> {
    do {
      again = false;
      await load();
    } while (again);
    asking = null;
  }

  return () => {
    if (asking) again = true;
    else asking = ask();
    return asking;
  };
}
