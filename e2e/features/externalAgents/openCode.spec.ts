// The real OpenCode with a model on loopback, from its first call to the crash of either side; then one of our models takes
// over.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { type FakeModelServer, startFakeModelServer } from '../../../test/support/fakeModelServer.ts';
import type { Reply } from '../../../test/support/fakeReply.ts';
import { findOpenCode, openCodeEnvironment } from '../../../test/support/openCode.ts';
import { fullRunOnly } from '../../../test/support/volume.ts';
import { addAgent, allowAgent, chooseModel } from '../../support/externalAgents.ts';
import { freshFolder } from '../../support/folders.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { soon } from '../../support/soon.ts';
import { openApp, send, toolCalls, unfold, waitForIdle } from '../../support/window.ts';

const openCode = findOpenCode();
/** A first start may take half a minute. */
const patient = { timeout: 60_000 };

let host: Host;
let model: FakeModelServer;
let agentsModel: FakeModelServer;

test.afterEach(async () => {
  await host?.stop();
  await model?.close();
  // OpenCode's own requests for a title break the strict rules.
  await agentsModel?.close({ allowViolations: true });
});

let ids = 0;
const call = (name: string, args: object): Reply => ({
  calls: [{ id: `call_${++ids}`, name, arguments: JSON.stringify(args) }],
});

/** Processes that were started with this home. */
function processesOf(home: string): number[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      const isOwn = /^\d+$/.test(name) && readFileSync(`/proc/${name}/environ`, 'utf8').includes(`HOME=${home}\0`);
      return isOwn && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('\0acp') ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

async function answer(page: Page, name: RegExp): Promise<void> {
  const card = page.locator('[data-waits-for="approval"]');
  await expect(card).toContainText('Local OpenCode asks for permission.', patient);
  await card.getByRole('button', { name, disabled: false }).click();
  await expect(card).toHaveCount(0);
}

test(
  cite(['ACP-1', 'ACP-2'], 'OpenCode works, asks, is stopped, and continues after a crash of either side'),
  fullRunOnly,
  async ({ page }) => {
    test.skip(openCode === null || process.platform !== 'linux', 'OpenCode is not installed');
    test.setTimeout(300_000);
    const folder = projectFolder();
    const home = freshFolder('home');
    const dataDir = freshFolder('data');
    const script: Reply[] = [];
    agentsModel = await startFakeModelServer({
      otherwise: (body) =>
        JSON.stringify(body.messages).includes('title generator')
          ? { text: 'Garden' }
          : (script.shift() ?? { text: '…' }),
    });
    model = await startFakeModelServer();
    writeFileSync(path.join(dataDir, 'settings.json'), JSON.stringify({ v: 1, approvalMode: 'ask' }));
    const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-e2e-0123456789', OPENAI_MODEL: 'fake-model' };
    const start = async (port?: string): Promise<void> => {
      host = await startHost({ dataDir, args: ['--project', folder], env, ...(port === undefined ? {} : { port }) });
      await openApp(page, host);
    };
    await start();
    await host.throughline(['trust', '--project', folder]);
    const variables = Object.entries(openCodeEnvironment(home, agentsModel.url)).map(
      ([name, value]) => `${name}=${value}`,
    );
    await addAgent(page, 'Local OpenCode', ['/usr/bin/env', ...variables, openCode as string, 'acp']);
    await allowAgent(page, host, 'Local OpenCode');
    const states = async (): Promise<(string | null)[]> => {
      await unfold(page);
      return toolCalls(page).evaluateAll((boxes) => boxes.map((box) => box.getAttribute('data-state')));
    };

    await test.step('a call without a question', async () => {
      script.push([{ text: 'I read it. ' }, call('read', { filePath: path.join(folder, 'notes.txt') }) as never], {
        text: 'It says basil.',
      });
      await send(page, 'read the notes');
      await expect(page.getByText('It says basil.')).toBeVisible(patient);
      await waitForIdle(page);
      await expect.poll(states, soon).toEqual(['ok']);
    });

    await test.step('a permission allowed, and one denied', async () => {
      const file = path.join(folder, 'new.txt');
      script.push(call('write', { filePath: file, content: 'new\n' }), { text: 'Written.' });
      await send(page, 'write a file');
      await answer(page, /^Allow once/);
      await expect(page.getByText('Written.')).toBeVisible(patient);
      await waitForIdle(page);
      expect(readFileSync(file, 'utf8')).toBe('new\n');
      script.push(call('bash', { command: 'touch denied', description: 'Touch' }));
      await send(page, 'run it');
      await answer(page, /^Deny(?! with)/);
      await waitForIdle(page);
      expect(existsSync(path.join(folder, 'denied'))).toBe(false);
      await expect.poll(states, soon).toEqual(['ok', 'ok', 'denied']);
    });

    /** Leaves a command running. */
    const sleep = async (text: string): Promise<void> => {
      script.push(call('bash', { command: 'touch busy && sleep 100', description: 'Sleep' }));
      await send(page, text);
      await answer(page, /^Allow once/);
      await expect(toolCalls(page).last()).toHaveAttribute('data-state', 'running', patient);
    };

    await test.step('a stop', async () => {
      await sleep('sleep and stop');
      await page.getByRole('button', { name: 'Stop' }).click();
      await waitForIdle(page);
      await expect.poll(async () => (await states()).at(-1), soon).toBe('cancelled');
    });

    await test.step('the agent is killed in the middle of a call, and the next message continues', async () => {
      await sleep('sleep and die');
      const [pid = 0, ...more] = processesOf(home);
      for (const one of [pid, ...more]) process.kill(one, 'SIGKILL');
      await waitForIdle(page);
      await expect.poll(async () => (await states()).at(-1), soon).toBe('interrupted');
      script.push({ text: 'Here again.' });
      await send(page, 'are you there?');
      await expect(page.getByText('Here again.')).toBeVisible(patient);
      await waitForIdle(page);
    });

    await test.step('the app is killed in the middle of a call, and the next message continues', async () => {
      await sleep('sleep while the app dies');
      await host.kill9();
      // At the same address, the window opens the same conversation.
      await start(new URL(host.url).port);
      await expect(page.getByText('sleep while the app dies').first()).toBeVisible();
      await expect.poll(async () => (await states()).at(-1), soon).toBe('interrupted');
      script.push({ text: 'Here once more.' });
      await send(page, 'and now?');
      await expect(page.getByText('Here once more.')).toBeVisible(patient);
      await waitForIdle(page);
    });

    await test.step('a model of ours takes over with everything that was said', async () => {
      await chooseModel(page, 'fake-model');
      model.push({ text: 'I read it all.' });
      await send(page, 'and you?');
      await expect(page.getByText('I read it all.')).toBeVisible();
      const sent = JSON.stringify(model.requests.at(-1)?.body.messages);
      const texts = [
        'read the notes',
        'It says basil.',
        'write a file',
        'run it',
        'sleep and die',
        'Here again.',
        'and you?',
      ];
      const places = texts.map((text) => sent.indexOf(text));
      expect(
        places.every((place, at) => place > (places[at - 1] ?? 0)),
        `${places}`,
      ).toBe(true);
    });
  },
);
