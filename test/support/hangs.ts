// Lists the resources in use when a test times out, and keeps the thread pool awake. Before version 2.41, glibc may lose
// the wake-up of a thread (https://sourceware.org/bugzilla/show_bug.cgi?id=25847), and then a file operation waits until
// the next one is started: forever, in a test that awaits one after the other.

import { stat } from 'node:fs';
import { afterEach } from 'vitest';

const wakeMs = 2_000;

const shared = globalThis as { threadPoolTimer?: NodeJS.Timeout };
shared.threadPoolTimer ??= setInterval(() => stat('/', () => {}), wakeMs).unref();

afterEach(({ task }) => {
  if (!task.result?.errors?.some(({ message }) => /timed out in \d+ms/.test(message))) return;
  console.log(`"${task.name}" timed out; active: ${process.getActiveResourcesInfo().join(', ')}`);
});
