// Host responses for the gallery: models, folders, and a large output that is generated while it is read.

import type { Handlers } from '../../electron/lib/protocolServer.ts';
import { fail, ok } from '../../shared/core/errors.ts';
import type { ModelInfo } from '../../shared/features/models/modelInfo.ts';
import { spaceFixture } from './features/data/fixture.ts';
import { doctorFixture, reportFixture } from './features/diagnostics/fixture.ts';
import { sharingHandlers } from './features/sharing/scenes.ts';
import { slashHandlers } from './features/slash/fixture.ts';
import { syncHandlers } from './features/sync/scenes.ts';
import { updatesHandlers } from './features/updates/scenes.ts';
import { fileText } from './texts.ts';
import { toolHandlers } from './toolHandlers.ts';

const line = (number: number): string =>
  `${String(number).padStart(8)}  request ${number} took ${(number * 7919) % 977} ms\n`;
const lineBytes = line(1).length;
const lines = 400_000;

function requestBody(form: string): unknown {
  const messages = Array.from({ length: 3000 }, (_, index) =>
    index % 2 === 0
      ? { role: 'user', content: `Question ${index}: 健康检查之所以慢，是因为每次调用都会统计 events 表的全部行数。` }
      : { role: 'assistant', content: line(index).repeat(12) },
  );
  return { model: 'atlas-large', form, stream: true, messages };
}

const facts: Record<string, Partial<ModelInfo>> = {
  'atlas-large': { contextWindow: 200_000, tools: true, images: true, price: { input: 3, output: 15 } },
  'atlas-mini': { contextWindow: 131_072, tools: true, price: { input: 0.15, output: 0.6 } },
  'qwen-coder-32b': { contextWindow: 8_192, tools: false, loaded: true },
};

export const galleryHandlers: Partial<Handlers> = {
  ...toolHandlers,
  ...slashHandlers,
  ...syncHandlers,
  ...sharingHandlers,
  ...updatesHandlers,
  'sandbox.state': async () => ok({ available: true, kind: 'bubblewrap' }),
  'provider.models': async ({ provider }) => {
    if (provider === 'team') {
      return fail(
        'LLM_AUTH_FAILED',
        "gateway.example.com answered 401: Incorrect API key provided. Check this provider's key in Settings.",
      );
    }
    const names = provider === 'demo' ? ['demo-script'] : ['atlas-large', 'atlas-mini', 'qwen-coder-32b'];
    return ok({ models: names.map((id) => ({ id, ...facts[id] })) });
  },
  'provider.test': async () => ok({ models: ['atlas-large', 'atlas-mini'].map((id) => ({ id })) }),
  'conversation.deletion': async ({ conversationId }) =>
    ok({
      conversationId,
      title: 'Find why the health check is slow',
      messages: 1284,
      results: { count: 3, bytes: 4_300_000 },
      attachments: { count: 2, bytes: 812_000 },
      undoBytes: 24_000,
      logBytes: 3_100,
      copies: 1,
      subAgents: [{ id: 'c2', title: 'Measure the query on a copy of the database' }],
    }),
  'conversation.delete': async () => ok({}),
  'conversation.restore': async () => ok({}),
  'conversation.forgetMessage': async ({ messageId }) =>
    ok({ messageId, resultFile: true, attachments: 0, copies: { changed: 0, removed: 0 }, alsoIn: ['m9'] }),
  'conversation.startedBy': async () => ok({ calls: [] }),
  'conversation.todos': async () => ok({ kept: null }),
  'goals.read': async () => ok({ goal: null }),
  'context.mark': async () => ok({ before: { hidden: null, pinned: null } }),
  'conversation.request': async ({ form }) => ok({ body: requestBody(form ?? 'provider') }),
  'theme.read': async () => ok({ place: '/home/mei/.throughline/theme.css', exists: false, values: {}, problems: [] }),
  'data.space': async () => ok(spaceFixture()),
  'backup.info': async () =>
    ok({
      last: {
        at: '2026-01-31T09:30:00.000Z',
        made: { file: '/media/drive/backup.tar', bytes: 48_000_000, isIncrement: true, leftOutCount: 0 },
        error: null,
      },
      progress: null,
      passphrase: 'none',
    }),
  'diagnostics.check': async () => ok(doctorFixture()),
  'diagnostics.fix': async () => ok({ done: 'The indexes were rebuilt.' }),
  'diagnostics.report': async () => ok({ text: reportFixture }),
  'diagnostics.logs': async () => ok({ folder: '/home/mei/.local/state/throughline/logs' }),
  'data.free': async () => ok({ files: 12, bytes: 4_300_000 }),
  'folder.complete': async ({ path }) =>
    ok({
      folders: ['documents', 'downloads', 'src', 'src-old', '文档'].map((name) => `${path || '/home/mei/'}${name}`),
    }),
  'mention.complete': async ({ text }) => {
    const paths = ['docs/', 'src/', '文档/', 'README.md', 'src/health.ts', 'src/健康检查.ts', '文档/使用说明 第二版.md']
      .concat(`src/${'very-long-folder-name/'.repeat(6)}a-file-with-a-long-name-too.test.ts`)
      .filter((path) => path.includes(text))
      .map((path) => ({ path, kind: path.endsWith('/') ? ('folder' as const) : ('file' as const) }));
    return ok({ paths, complete: true });
  },
  'mention.read': async () => ok({ text: fileText }),
  'project.instructions': async ({ projectId }) =>
    ok({
      text: projectId === 'p2' ? '# How we work\n\nRun the tests before you say that it is done.\n' : null,
      cut: false,
      problem: null,
    }),
  'toolResult.read': async ({ offset, limit }) => {
    const totalBytes = lines * lineBytes;
    const end = Math.min(totalBytes, offset + limit);
    let text = '';
    for (let number = Math.floor(offset / lineBytes); number * lineBytes < end; number++) text += line(number);
    const from = offset % lineBytes;
    return ok({
      text: text.slice(from, from + end - offset),
      offset,
      nextOffset: end < totalBytes ? end : null,
      totalBytes,
    });
  },
  'toolResult.place': async ({ line: wanted, offset }) =>
    ok({
      offset: wanted === undefined ? offset : (Math.min(wanted, lines) - 1) * lineBytes,
      line: wanted ?? Math.floor(offset / lineBytes) + 1,
    }),
  'toolResult.search': async ({ text }) => {
    const found: { offset: number; line: number; excerpt: string }[] = [];
    for (let number = 0; number < lines && found.length < 200; number++) {
      const at = line(number).indexOf(text);
      if (at >= 0) found.push({ offset: number * lineBytes + at, line: number + 1, excerpt: line(number) });
    }
    return ok({ matches: found, more: found.length === 200 });
  },
};
