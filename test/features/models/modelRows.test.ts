// The model menu's rows for the typed text, and what Enter selects.

import { expect, test } from 'vitest';
import { modelRows } from '../../../renderer/features/models/modelRows.ts';
import type { ProviderInfo } from '../../../shared/features/models/methods.ts';

const provider = (id: string, origin: ProviderInfo['origin'] = 'settings'): ProviderInfo => ({
  id,
  name: id,
  kind: 'openai',
  baseUrl: '',
  key: 'none',
  origin,
  defaultModel: null,
});
const providers = [provider('demo', 'demo'), provider('one'), provider('two')];
const listing = (...ids: string[]) => ({ models: ids.map((id) => ({ id })), error: null });
const lists = { demo: listing('demo-script'), one: listing('large', 'small'), two: listing('large') };
const idOf = (row: { ref: { provider: string; model: string } } | undefined) =>
  row && `${row.ref.provider}/${row.ref.model}`;

test('with nothing typed everything is shown and the current model is marked', () => {
  const rows = modelRows(providers, lists, '', { provider: 'two', model: 'large' });
  expect(rows.all.map(idOf)).toEqual(['demo/demo-script', 'one/large', 'one/small', 'two/large']);
  expect(idOf(rows.first)).toBe('two/large');
});

test('matches come first, servers without any have no heading, and the typed name is offered for each that accepts it', () => {
  const rows = modelRows(providers, lists, ' LARGE ', null);
  expect(rows.groups.map((group) => group.provider.id)).toEqual(['one', 'two']);
  expect(idOf(rows.first)).toBe('one/large');
  expect(rows.typed.map(({ row }) => idOf(row))).toEqual(['one/LARGE', 'two/LARGE']);
  expect(modelRows(providers, lists, 'small', null).typed.map(({ row }) => idOf(row))).toEqual(['two/small']);
  expect(idOf(modelRows(providers, lists, 'other', null).first)).toBe('one/other');
  expect(modelRows(providers.slice(0, 1), lists, 'other', null).first).toBeUndefined();
});

test('while a server has not reported its models, Enter does not accept half a name', () => {
  const rows = modelRows(providers, { demo: lists.demo, one: lists.one }, 'gro', null);
  expect(rows.first).toBeUndefined();
  expect(rows.all.map(idOf)).toEqual(['one/gro', 'two/gro']);
});
