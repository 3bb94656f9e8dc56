// One column: rows, code, diffs and the composer share both edges, and nothing moves when a reply or a turn ends.

import { expect, type Page, test } from '@playwright/test';
import { cite } from '../test/support/cite.ts';
import { type FakeModelServer, startFakeModelServer } from '../test/support/fakeModelServer.ts';
import { type Host, projectFolder, startHost } from './support/host.ts';
import { soon } from './support/soon.ts';
import { openApp, sendAnswered, waitForIdle } from './support/window.ts';

let host: Host | undefined;
let model: FakeModelServer | undefined;

test.afterEach(async () => {
  await host?.stop();
  await model?.close();
});

const longLine = `const text = '${'words '.repeat(30)}';`;
const reply = ['Look at this:', `\`\`\`\n${longLine}\n\`\`\``, 'And this:', `\`\`\`js\n${longLine}\n\`\`\``, 'Done.'];

test(
  cite('UI-23', 'everything but text has the edges of the composer, and stays in place when the reply ends'),
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const gate = Promise.withResolvers<void>();
    const edit = { path: 'notes.txt', old_text: 'wants more', new_text: 'wants much more' };
    model = await startFakeModelServer({
      replies: [
        calls('I look.', 'read_file', { path: 'notes.txt' }),
        calls('I edit.', 'edit_file', edit),
        [{ text: reply.join('\n\n') }, { until: gate.promise }, { text: ' The end.' }],
        { text: 'The second answer.' },
      ],
    });
    const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-test-0123456789abcdef', OPENAI_MODEL: 'fake' };
    host = await startHost({ env, args: ['--project', projectFolder()], settings: { approvalMode: 'edits' } });
    await openApp(page, host);
    await sendAnswered(page, 'edit it');
    await expect(page.getByText('Done.')).toBeVisible();
    await expect(page.locator('.code-block')).toHaveCount(2);
    await page.locator('[data-tool="edit_file"]').getByRole('button').first().click();
    await expect(page.locator('[data-diff]')).toBeVisible();
    const [column] = await places(page, '[data-composer-box]');
    const parts = '.code-block, [data-tool-call], .markdown .block > p';
    const before = await places(page, parts);
    gate.resolve();
    await expect(page.getByText('The end.')).toBeVisible();
    await waitForIdle(page);
    await expect(page.locator('[data-turn-changes]')).toBeVisible();

    await test.step('the turn stays as it was read, and nothing has another place or width', async () => {
      await expect.poll(() => places(page, parts), soon).toEqual(before);
      await expect(page.getByText('I look.')).toBeVisible();
      await expect(page.locator('[data-tool-fold="turn"]')).toHaveCount(0);
    });
    const edges = ({ left, right }: Place) => ({ left, right });
    await test.step('rows, code, diffs and the card of files share both edges', async () => {
      await expect(async () => {
        for (const place of await places(page, '.code-block, [data-tool-call], [data-turn-changes]')) {
          expect(edges(place)).toEqual(edges(column as Place));
        }
      }).toPass();
    });
    await test.step('a toggle widens code and diffs, and is remembered', async () => {
      await page.locator('[data-tool="edit_file"]').getByRole('button', { name: 'Wider than the text' }).click();
      const widths = async () =>
        (await places(page, '.code-block, [data-tool="edit_file"]')).map(({ left, right }) => right - left);
      const width = (column as Place).right - (column as Place).left;
      await expect.poll(async () => Math.min(...(await widths())), soon).toBeGreaterThan(width);
      await page.reload();
      await expect(page.getByText('The end.')).toBeVisible();
      await expect.poll(async () => (await widths()).some((one) => one > width), soon).toBe(true);
    });
    await test.step('the turn folds into one line when the next begins', async () => {
      await sendAnswered(page, 'thanks');
      await expect(page.getByText('The second answer.')).toBeVisible();
      await waitForIdle(page);
      await expect(page.locator('[data-tool-fold="turn"]')).toHaveText([/^2 steps/]);
      await expect(page.getByText('I look.')).toHaveCount(0);
    });
  },
);

const calls = (text: string, name: string, args: unknown) => [
  { text },
  { calls: [{ id: name, name, arguments: JSON.stringify(args) }] },
];

interface Place {
  left: number;
  right: number;
  /** From the beginning of the conversation. */
  top: number;
}

/** Places of all matching elements, to half a pixel. */
function places(page: Page, of: string): Promise<Place[]> {
  return page.locator(of).evaluateAll((all) => {
    const start = document.querySelector('.transcript')?.getBoundingClientRect().top ?? 0;
    const round = (value: number): number => Math.round(value * 2) / 2;
    return all.map((each) => {
      const { left, right, top } = each.getBoundingClientRect();
      return { left: round(left), right: round(right), top: round(top - start) };
    });
  });
}
