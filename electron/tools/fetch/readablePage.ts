// Makes a page readable in a single-use worker thread, within time and memory limits and without blocking others.

import { Worker } from 'node:worker_threads';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { workerFile } from '../../lib/workerThread.ts';

const maxReadingMs = 10_000;
const maxMegabytes = 256;

export function extractReadablePage(
  html: string,
  url: string,
  signal: AbortSignal,
  timeoutMs = maxReadingMs,
): Promise<Result<string>> {
  return new Promise((resolve) => {
    const worker = new Worker(workerFile(import.meta.url, 'readableWorker'), {
      name: 'throughline page',
      workerData: { html, url },
      resourceLimits: { maxOldGenerationSizeMb: maxMegabytes, stackSizeMb: 8 },
      env: {},
    });
    const end = (result: Result<string>): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      void worker.terminate();
      resolve(result);
    };
    const stop = (): void => end(fail('ENGINE_ABORTED', 'the fetch was stopped.'));
    const tooSlow = (): void => end(fail('TOOL_TIMEOUT', 'the page is too complex to be made readable.'));
    const timer = setTimeout(tooSlow, timeoutMs);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) return stop();
    worker.on('message', (text: string) => end(ok(text)));
    worker.on('error', (thrown) => end(fail('TOOL_EXEC_FAILED', `the page could not be made readable: ${thrown}`)));
    worker.on('exit', () => end(fail('TOOL_EXEC_FAILED', 'the page could not be made readable.')));
  });
}
