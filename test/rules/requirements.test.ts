// The promises against the tests: each delivered promise has a test that cites it, and no test cites an unknown
// promise.

import { expect, test } from 'vitest';
import { calleeNames, constantText, type Node, parseSource, type Source } from '../../scripts/house/syntax.ts';
import { filesIn, readText } from '../../scripts/house/tree.ts';
import { type Requirement, type RowId, requirements } from '../requirements.ts';

interface Citation {
  place: string;
  /** Null if it is not a literal, and cannot be read here. */
  row: string | null;
  /** False in a test that never runs. */
  runs: boolean;
  /** False in a test that only `npm test -- --all` runs. */
  isShort: boolean;
}

const notRun = ['skip', 'todo', 'fixme'];

/** Vitest's option for tags, and Playwright's. */
const tagOptions = ['tags', 'tag'];

const sources = filesIn(['test', 'e2e'])
  .filter((file) => /\.(?:test|spec)\.tsx?$/.test(file))
  .map((file) => parseSource(file, readText(file)));
const citations = sources.flatMap(citationsOf);
const writtenByHand = sources.flatMap(titlesByHand);

test('every row that a test cites exists', () => {
  expect(citations.length).toBeGreaterThan(100);
  const unknown = citations.filter(({ row }) => row === null || !Object.hasOwn(requirements, row));
  expect(unknown.map(({ place, row }) => `${place} cites ${row ?? 'something that cannot be read'}`)).toEqual([]);
});

test('every delivered row is cited by a test that runs', () => {
  const cited = new Set(citations.filter(({ runs }) => runs).map(({ row }) => row));
  const uncited = Object.entries(requirements).filter(([row, { delivered }]) => delivered && !cited.has(row));
  expect(uncited.map(([row, { says }]) => `${row}: ${says}`)).toEqual([]);
});

test('every delivered row is cited by a test of the short run', () => {
  const cited = new Set(citations.filter(({ runs, isShort }) => runs && isShort).map(({ row }) => row));
  const left = citations.filter(
    ({ row }) => row !== null && Object.hasOwn(requirements, row) && isDelivered(row) && !cited.has(row),
  );
  expect(left.map(({ place, row }) => `${row} is cited only with the tag "all": ${place}`)).toEqual([]);
});

test('no test cites a row that is only planned', () => {
  const early = citations.filter(({ row }) => row !== null && Object.hasOwn(requirements, row) && !isDelivered(row));
  expect(early.map(({ place, row }) => `${place} cites ${row}, which is planned`)).toEqual([]);
});

test('a row is named by `cite` alone: an ID written into a title by hand does not count', () => {
  expect(writtenByHand).toEqual([]);
});

test('every figure of the benchmark belongs to a promise', () => {
  const bench = filesIn(['test/bench']).map(readText).join('\n');
  const shown = Object.entries<Requirement>(requirements).filter(([, { shownBy }]) => shownBy === 'bench');
  expect(shown.length).toBeGreaterThan(2);
  expect(shown.filter(([row]) => !bench.includes(`'${row}'`)).map(([row]) => row)).toEqual([]);
});

function isDelivered(row: string): boolean {
  return requirements[row as RowId].delivered;
}

function citationsOf(source: Source): Citation[] {
  const found: Citation[] = [];
  const isWholeFileTagged = source.comments.some(({ text }) => /@module-tag\s+all\b/.test(text));
  source.walk((node, around) => {
    if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'cite') return;
    const place = `${source.file}:${source.lineAt(node.start)}`;
    const runs = !around.some(isSkipped);
    const isShort = !isWholeFileTagged && !around.some(isTaggedAll);
    for (const row of rowsOf(node.arguments[0])) found.push({ place, row, runs, isShort });
  });
  return found;
}

/** Test titles that start with a row's ID. */
function titlesByHand(source: Source): string[] {
  const found: string[] = [];
  source.walk((node) => {
    if (node.type !== 'CallExpression' || !/^(?:test|it|describe)$/.test(calleeNames(node.callee)[0] ?? '')) return;
    const [title] = node.arguments;
    const text = title?.type === 'TemplateLiteral' ? title.quasis[0]?.value.cooked : constantText(title);
    if (/^[A-Z]+-\d+\b/.test(text ?? '')) found.push(`${source.file}:${source.lineAt(node.start)}: ${text}`);
  });
  return found;
}

function isSkipped(node: Node): boolean {
  return node.type === 'CallExpression' && calleeNames(node.callee).some((name) => notRun.includes(name));
}

function isTaggedAll(node: Node): boolean {
  if (node.type !== 'CallExpression') return false;
  return node.arguments.some(
    (option) =>
      (option.type === 'Identifier' && option.name === 'fullRunOnly') ||
      (option.type === 'ObjectExpression' &&
        option.properties.some((property) => property.type === 'Property' && isTagOption(property))),
  );
}

function isTagOption({ key, value }: { key: Node; value: Node }): boolean {
  if (key.type !== 'Identifier' || !tagOptions.includes(key.name)) return false;
  const tags = value.type === 'ArrayExpression' ? value.elements : [value];
  return tags.some((tag) => /^@?all$/.test(constantText(tag) ?? ''));
}

function rowsOf(node: Node | undefined): (string | null)[] {
  if (node?.type !== 'ArrayExpression') return [constantText(node)];
  return node.elements.map((element) => constantText(element));
}
