import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { testRun } from './test/support/volume.ts';

// What Node compiles of the threads and programs that tests start is kept from one start to the next.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('out/compiled', import.meta.url));

/** A file that changes or measures what belongs to a whole process has one of its own. */
const alone = [
  'test/chat/background.test.ts',
  'test/chat/contextBuilder.test.ts',
  'test/features/export/exportConversation.test.ts',
  'test/providers/openai/requestBody.test.ts',
  'test/providers/tokens/tokenCounter.test.ts',
  'test/renderer/keptWords.test.tsx',
  'test/features/search/openHit.test.ts',
  'test/stores/growingTree.test.ts',
  'test/stores/keychain.test.ts',
  'test/stores/merge.test.ts',
  'test/stores/reviewed.test.ts',
];

/**
 * So has a file that starts programs by the dozen. To start one takes the longer the more memory the process has that does it:
 * three milliseconds in a new one, tens where many files have left theirs.
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
    // Real files, sockets and processes: a test that hangs says so, and a slow machine is not a failure.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 20_000, interval: 20 } },
    // Of two processors: a third of the time a test waits, for a process or for a server of its own.
    maxWorkers: 3,
    tags: [{ name: 'all', description: 'Left out of the short run: slow, or meaningful at full volume only.' }],
    ...(testRun === 'short' ? { tagsFilter: ['!all'] } : {}),
    setupFiles: ['test/support/sentenceEquality.ts'],
    execArgv: ['--disable-warning=ExperimentalWarning'],
    projects: [
      // No module of ours has a state of its own, so most files share two processes: to load everything anew for each takes
      // longer than most of the tests.
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
