// A conversation whose model uses the shared browser, in a real Chromium.

import type { ToolMessage } from '../../shared/conversation/message.ts';
import { startTestApp, type TestApp, type TestAppOptions } from './appHarness.ts';

export interface BrowserChat {
  app: TestApp;
  id: string;
  /** Allows a site in every conversation, for opening and for actions. */
  allow(origin: string): Promise<void>;
  /** Lets the model call the tool in a turn; returns the result. */
  use(name: string, args: object): Promise<ToolMessage>;
  /** Reference of the first element in the last result whose line contains the text. */
  ref(text: string): string;
}

let calls = 0;

export async function startBrowserChat(program: string, options: TestAppOptions = {}): Promise<BrowserChat> {
  const app = await startTestApp(options);
  await app.call('sharedBrowser.set', { on: true, program, headless: true });
  const id = await app.start();
  let last = '';
  return {
    app,
    id,
    async allow(origin) {
      for (const tool of ['browser_open', 'browser_act']) {
        await app.call('permission.add', { effect: 'allow', match: { tool, origin }, scope: { type: 'always' } });
      }
    },
    async use(name, args) {
      calls++;
      app.model.push({ calls: [{ id: `call${calls}`, name, arguments: JSON.stringify(args) }] }, { text: 'Done.' });
      await app.turn(id, 'go on');
      const result = app.rows(id).findLast((row): row is ToolMessage => row.role === 'tool');
      if (!result) throw new Error('the call has no result');
      last = result.content;
      return result;
    },
    ref(text) {
      const line = last.split('\n').find((each) => each.includes(text) && each.includes('[ref='));
      return /\[ref=([^\]]+)\]/.exec(line ?? '')?.[1] ?? '';
    },
  };
}
