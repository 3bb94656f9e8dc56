// Loads code lazily in the built window: each file is fetched before it is imported, which then finds it in the browser's
// cache. A module that could not be fetched once fails for the life of the page (see loadCode.ts), and a browser breaks off
// requests whenever the machine's network changes, even those to 127.0.0.1. A fetch can simply be repeated.
// scripts/codeLoader.ts puts this in the place of Vite's own helper.

const tries = 5;
const pauseMs = 100;

/** The page's own scripts are there. */
const files = new Map([...document.scripts].map(({ src }) => [src, Promise.resolve()]));

/** Named and called as Vite's helper. `urls`: relative to `importer`. */
export async function __vitePreload<T>(
  load: () => Promise<T>,
  urls: readonly string[] = [],
  importer = document.baseURI,
): Promise<T> {
  // Other schemes have neither a cache nor a network.
  const isRemote = location.protocol.startsWith('http');
  await Promise.all(
    urls.map(async (url) => {
      const { href, pathname } = new URL(url, importer);
      // If it cannot be fetched, the import fails, and its caller handles that.
      if (isRemote) await fetchOnce(href).catch(() => {});
      if (pathname.endsWith('.css')) await addStyles(href);
    }),
  );
  return load();
}

function fetchOnce(href: string): Promise<void> {
  const fetched = files.get(href) ?? fetchAgain(href);
  files.set(href, fetched);
  fetched.catch(() => files.delete(href));
  return fetched;
}

async function fetchAgain(href: string): Promise<void> {
  for (let tried = 1; ; tried++) {
    try {
      const answer = await fetch(href);
      if (!answer.ok) throw new RangeError(`${href} is answered with ${answer.status}.`);
      // It is in the cache once it was read.
      await answer.arrayBuffer();
      return;
    } catch (reason) {
      if (tried === tries || reason instanceof RangeError) throw reason;
      await new Promise((later) => setTimeout(later, tried * pauseMs));
    }
  }
}

const styles = new Map<string, Promise<void>>();

function addStyles(href: string): Promise<void> {
  const isThere = [...document.styleSheets].some((sheet) => sheet.href === href);
  const added = styles.get(href) ?? (isThere ? Promise.resolve() : linkTo(href));
  styles.set(href, added);
  added.catch(() => styles.delete(href));
  return added;
}

function linkTo(href: string): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  document.head.append(link);
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(`${href} cannot be loaded.`));
    };
  });
}
