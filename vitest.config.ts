import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    // Real files, sockets and processes: a test that hangs says so, and a slow machine is not a failure.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    maxWorkers: 2,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  },
});
