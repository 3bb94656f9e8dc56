// Host responses about tools: rules that can be created and removed, tools with a switch, images.

import type { Handlers } from '../../electron/lib/protocolServer.ts';
import { fail, ok } from '../../shared/core/errors.ts';
import { say } from '../../shared/core/sentence.ts';
import { listedTools, rules } from './toolFixture.ts';

/** A recognizable picture. */
function picture(): string {
  const canvas = document.createElement('canvas');
  canvas.width = 640;
  canvas.height = 400;
  const draw = canvas.getContext('2d');
  if (draw) {
    draw.fillStyle = '#f4f7f7';
    draw.fillRect(0, 0, 640, 400);
    draw.strokeStyle = '#2f7f86';
    draw.lineWidth = 3;
    draw.beginPath();
    for (let x = 0; x <= 640; x += 8) draw.lineTo(x, 200 + 120 * Math.sin(x / 40) * Math.cos(x / 90));
    draw.stroke();
  }
  return canvas.toDataURL('image/png').split(',')[1] ?? '';
}

export const toolHandlers: Partial<Handlers> = {
  'permission.list': async () => ok({ rules }),
  'permission.add': async () => fail('PARAMS_INVALID', 'The gallery keeps no rules. Nothing was changed.'),
  'permission.remove': async () => ok({}),
  'tool.list': async () => ok({ tools: listedTools }),
  'webSearch.info': async () =>
    ok({
      keys: { brave: 'keychain', tavily: 'environment', exa: 'none', kagi: 'memory' },
      environmentAddress: 'http://search.lan:8080',
    }),
  'webSearch.setKey': async () =>
    fail(
      'SETTINGS_INVALID',
      say`A key contains only plain letters, digits and symbols, without spaces. Copy it again.`,
    ),
  'webSearch.test': async () =>
    fail(
      'LLM_AUTH_FAILED',
      say`${'Brave Search'} rejected the key (${422}). Enter it again in Settings, under Web search.`,
    ),
  'tool.run': async () => fail('TOOL_ARGS_INVALID', 'The gallery runs nothing: “command” is missing.'),
  'approval.answer': async () => fail('TOOL_DENIED', 'This question has already been answered or is no longer open.'),
  'question.answer': async ({ values }) =>
    fail('PARAMS_INVALID', 'The name is taken. Nothing was sent; choose another one.', {
      ...('name' in values ? { field: 'name' } : {}),
    }),
  'attachment.read': async ({ hash }) => {
    if (hash.startsWith('c')) return fail('STORE_READ_FAILED', 'Its bytes are no longer in the data folder.');
    return ok({ mediaType: 'image/png', base64: hash.startsWith('e') ? btoa('no picture') : picture() });
  },
};
