// The thread that makes a page readable: an entry of the build, started by readablePage.ts for one page. Pages are anybody's,
// and a page can be made so that reading it takes minutes or all memory: then the thread is ended and nothing else.

import { parentPort, workerData } from 'node:worker_threads';
import { readableHtml } from './readableHtml.ts';

const { html, url } = workerData as { html: string; url: string };
parentPort?.postMessage(readableHtml(html, url));
