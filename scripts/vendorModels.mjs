// Generates the vendored model catalog from the data folder of the npm package @earendil-works/pi-ai. Run manually to
// update it, never in a build: node scripts/vendorModels.mjs FOLDER VERSION DATE

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runScript, Stop, say } from './say.mjs';

/** @typedef {{input: number, output: number, cacheRead: number, cacheWrite: number}} Price */
/**
 * @typedef {object} Model
 * @property {string} id
 * @property {string} name
 * @property {string} [type]
 * @property {boolean} [reasoning]
 * @property {Record<string, string | null>} [thinkingLevelMap]
 * @property {string[]} input
 * @property {Price & {tiers?: (Price & {inputTokensAbove: number})[]}} cost
 * @property {number} [contextWindow]
 * @property {number} [maxTokens]
 */

/** Maps the package's provider files to our provider names. */
const providers = {
  anthropic: 'anthropic',
  openai: 'openai',
  google: 'gemini',
  mistral: 'mistral',
  openrouter: 'openrouter',
  deepseek: 'deepseek',
  groq: 'groq',
  xai: 'xai',
  together: 'together',
  'amazon-bedrock': 'bedrock',
};

/** The package's effort levels. A thinking model supports the first ones unless its map says null. */
const levels = { off: 'none', minimal: 'minimal', low: 'low', medium: 'medium', high: 'high' };
const moreLevels = ['xhigh', 'max'];

/** @param {Model} model */
function effortsOf({ reasoning, thinkingLevelMap: map = {} }) {
  if (!reasoning) return '';
  const usual = Object.entries(levels).flatMap(([level, word]) => (map[level] === null ? [] : [word]));
  return [...usual, ...moreLevels.filter((level) => typeof map[level] === 'string')].join(' ');
}

/**
 * OpenAI's newer models reserve a part of the window for the reply: the rest is the maximum request.
 * @param {Model} model
 */
function windowOf({ id, contextWindow = 0, maxTokens = 0 }) {
  const keepsReply = /(^|[/.])(gpt-[5-9]|chat-latest|gpt-daybreak)/.test(id) && contextWindow >= 400_000;
  return keepsReply ? contextWindow - maxTokens : contextWindow;
}

/**
 * 0 means unknown, except for models that are free by name.
 * @param {Model} model
 */
function priceOf({ id, cost }) {
  if (cost.input === 0 && cost.output === 0) return id.endsWith(':free') ? [0, 0] : null;
  const tiers = (cost.tiers ?? []).map((tier) => [tier.inputTokensAbove, ...numbersOf(tier)]);
  return [...numbersOf(cost), ...tiers];
}

/** @param {Price} price */
function numbersOf({ input, output, cacheRead, cacheWrite }) {
  return [input, output, cacheRead || null, cacheWrite || null];
}

/**
 * Lists a model once if it costs the same in several regions.
 * @param {[string, unknown[]][]} rows
 */
function withoutRegions(rows) {
  const all = new Map(rows);
  const region = /^(?:us|eu|au|jp|ca|apac|global|us-gov)\./;
  return rows.filter(([id, row]) => {
    const plain = all.get(id.replace(region, ''));
    return !region.test(id) || JSON.stringify(plain?.slice(1)) !== JSON.stringify(row.slice(1));
  });
}

async function main() {
  const [folder, version, date] = process.argv.slice(2);
  if (!folder || !version || !date) throw new Stop('Usage: node scripts/vendorModels.mjs FOLDER VERSION DATE', 2);
  /** @type {string[]} */
  const efforts = [];
  const parts = [];
  let count = 0;
  for (const [file, provider] of Object.entries(providers)) {
    /** @type {Record<string, Record<string, Model>>} */
    const apis = JSON.parse(await readFile(join(folder, `${file}.json`), 'utf8'));
    const chats = Object.values(apis).flatMap((models) => Object.values(models).filter(({ type }) => type === 'chat'));
    const rows = chats.map((model) => {
      const effort = effortsOf(model);
      if (!efforts.includes(effort)) efforts.push(effort);
      const [window, images] = [windowOf(model), model.input.includes('image') ? 1 : 0];
      const row = [model.name, window, model.maxTokens ?? 0, images, efforts.indexOf(effort), priceOf(model)];
      return /** @type {[string, unknown[]]} */ ([model.id, row]);
    });
    const lines = withoutRegions(rows).map(([id, row]) => `${JSON.stringify(id)}:${JSON.stringify(row)}`);
    count += lines.length;
    parts.push(`${JSON.stringify(provider)}:{\n${lines.join(',\n')}\n}`);
  }
  const head = { source: `@earendil-works/pi-ai ${version}`, date, efforts };
  const text = `${JSON.stringify(head).slice(0, -1)},"models":{\n${parts.join(',\n')}\n}}\n`;
  JSON.parse(text);
  const to = fileURLToPath(new URL('../electron/providers/catalog/vendored/models.json', import.meta.url));
  await writeFile(to, text);
  say(`${count} models, ${Math.round(text.length / 1000)} kB: ${to}`);
  return 0;
}

await runScript(main);
