// The built gallery on a small server of its own: no host, no data. Opens scenes by name.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';

/** The environment variable selects another build. */
const pages = process.env.THROUGHLINE_GALLERY ?? fileURLToPath(new URL('../../out/gallery/', import.meta.url));

/** In ms; generous, since the machine may be busy. */
const maxSceneLength = 120_000;

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export interface Gallery {
  scenes(page: Page): Promise<string[]>;
  /** Opens a scene and waits until it is ready; `look`: a query such as `theme=dark&contrast=more`. */
  show(page: Page, scene: string, look: string): Promise<void>;
  /** Like `show`, but without reloading the page if its language matches. */
  turn(page: Page, scene: string, look: string): Promise<void>;
  stop(): Promise<void>;
}

export async function startGallery(): Promise<Gallery> {
  const server = createServer((request, response) => {
    const file = path.join(pages, path.normalize(new URL(request.url ?? '/', 'http://gallery').pathname));
    readFile(file).then(
      (bytes) => response.writeHead(200, { 'content-type': types[path.extname(file)] ?? 'text/plain' }).end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  async function show(page: Page, scene: string, look: string): Promise<void> {
    await page.goto(`${origin}/gallery.html?${queryOf(scene, look)}`, { waitUntil: 'commit' });
    await stands(page);
  }
  return {
    show,
    async turn(page, scene, look) {
      const loaded = new URL(page.url());
      const language = (query: URLSearchParams): string | null => query.get('lang');
      const same = language(loaded.searchParams) === language(new URLSearchParams(look));
      if (loaded.origin !== origin || !same) return show(page, scene, look);
      await page.evaluate(
        (query) => {
          dispatchEvent(new CustomEvent('gallery:turn', { detail: query }));
        },
        queryOf(scene, look),
      );
      await stands(page);
    },
    async scenes(page) {
      await page.goto(`${origin}/gallery.html`);
      await page.locator('[data-scene]').first().waitFor();
      return page.locator('[data-scene]').evaluateAll((links) => links.map((link) => link.dataset.scene ?? ''));
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const queryOf = (scene: string, look: string): string => `show=${scene}&motion=less&${look}`;

async function stands(page: Page): Promise<void> {
  // Names a scene that never becomes ready, instead of waiting for the test's timeout.
  await page
    .locator('html[data-drawn]')
    .waitFor({ state: 'attached', timeout: maxSceneLength })
    .catch((error: Error) => {
      throw new Error(`${page.url()} does not stand after ${maxSceneLength / 1000} s: ${error.message}`);
    });
}
