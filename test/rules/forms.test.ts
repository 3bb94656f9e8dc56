// Every form of the window has our own lists and one order of buttons.

import { expect, test } from 'vitest';
import { parseSource, type Source } from '../../scripts/house/syntax.ts';
import { readText, repositoryFiles } from '../../scripts/house/tree.ts';
import { cite } from '../support/cite.ts';

const sources = repositoryFiles()
  .filter((file) => /^renderer\/.*\.tsx$/.test(file))
  .map((file) => parseSource(file, readText(file)));

const nativeLists = new Set(['select', 'datalist', 'option', 'optgroup']);

/** Cancel here stops work in progress or leaves a search; neither is the foot of a form. */
const ownCancel = ['renderer/features/models/ProviderPicker.tsx', 'renderer/features/worktrees/WorktreeChoice.tsx'];

test(cite('UI-23', 'no form has a native list: Select and TextField have our own'), () => {
  expect(sources.length).toBeGreaterThan(200);
  const offenders = sources.flatMap((source) =>
    elementsOf(source).flatMap(({ name, line }) => (nativeLists.has(name) ? [`${source.file}:${line} <${name}>`] : [])),
  );
  expect(offenders).toEqual([]);
});

test(cite('UI-23', 'only FormActions has a Cancel button, so it is always left of the primary one'), () => {
  const feet = sources.filter((source) => elementsOf(source).some(({ name }) => name === 'FormActions'));
  expect(feet.length).toBeGreaterThan(10);
  const offenders = sources.flatMap(({ file }) =>
    ownCancel.includes(file) ? [] : /<Button\b[^<]*>\s*\{[^}<]*\bui\.(?:cancel)\b/.test(readText(file)) ? [file] : [],
  );
  expect(offenders).toEqual([]);
});

test(cite('UI-23', 'nothing follows the primary button of a form'), () => {
  const offenders = sources.flatMap((source) => {
    const text = readText(source.file);
    return [...text.matchAll(/<FormActions\b[\s\S]*?<\/FormActions>/g)].flatMap(([foot]) => {
      const primary = foot.search(/tone="(?:primary|danger)"/);
      return primary >= 0 && foot.slice(primary).split('<Button').length > 1 ? [source.file] : [];
    });
  });
  expect(offenders).toEqual([]);
});

function elementsOf(source: Source): { name: string; line: number }[] {
  const elements: { name: string; line: number }[] = [];
  source.walk((node) => {
    if (node.type !== 'JSXOpeningElement' || !('name' in node)) return;
    const { name } = node;
    if (typeof name === 'object' && name !== null && 'name' in name && typeof name.name === 'string') {
      elements.push({ name: name.name, line: source.lineAt(node.start) });
    }
  });
  return elements;
}
