// Entry point of the thread that makes one page readable, started by readablePage.ts. Pages are untrusted and may take
// minutes or all memory to parse; then only the thread is ended.

import { parentPort, workerData } from 'node:worker_threads';
import { readableHtml } from './readableHtml.ts';

const { html, url } = workerData as { html: string; url: string };
parentPort?.postMessage(readableHtml(html, url));
