// Asks the host again for something that has changed. Many changes while one answer is on its way are one more question.

/** Resolves when nothing is on its way any more. */
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
