import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { testRun } from './test/support/volume.ts';

// Node's compile cache, shared by all threads and processes that tests start.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('out/compiled', import.meta.url));

/** Files that change or measure process-wide state run in a process of their own. */
const alone = [
  'test/chat/background.test.ts',
  'test/chat/contextBuilder.test.ts',
  'test/features/export/exportConversation.test.ts',
  'test/providers/openai/requestBody.test.ts',
  'test/providers/tokens/tokenCounter.test.ts',
  'test/renderer/keptWords.test.tsx',
  'test/features/markdown/parsing.test.tsx',
  'test/features/search/openHit.test.ts',
  'test/stores/growingTree.test.ts',
  'test/stores/keychain.test.ts',
  'test/stores/merge.test.ts',
  'test/stores/reviewed.test.ts',
  'test/tools/symbolMemory.test.ts',
];

/**
 * So do files that start dozens of processes. Starting one takes longer the more memory the parent has: three
 * milliseconds in a fresh process, tens after many test files.
 */
const starting = [
  'test/chat/repeats.test.ts',
  'test/chat/results.test.ts',
  'test/features/undo/calls.test.ts',
  'test/mcp/approval.test.ts',
  'test/mcp/oddServers.test.ts',
  'test/tools/runCommand.test.ts',
];

export default defineConfig({
  test: {
    // Real files, sockets and processes: a hanging test fails, a slow machine does not.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 20_000, interval: 20 } },
    // For two processors: a third of the time, tests wait for a process or a server.
    maxWorkers: 3,
    tags: [{ name: 'all', description: 'Left out of the short run: slow, or meaningful at full volume only.' }],
    ...(testRun === 'short' ? { tagsFilter: ['!all'] } : {}),
    setupFiles: ['test/support/hangs.ts', 'test/support/sentenceEquality.ts'],
    execArgv: ['--disable-warning=ExperimentalWarning'],
    projects: [
      // Our modules have no state of their own, so most files share two processes: loading everything for each file
      // would take longer than most tests.
      {
        extends: true,
        test: {
          name: 'together',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, ...alone, ...starting],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'alone', include: [...alone, ...starting] } },
    ],
  },
});
