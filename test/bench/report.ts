// The benchmark's tables: every figure for the terminal, those with a target for docs/bench.md.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import type { Figure, Section } from './figures.ts';

export function sectionText({ title, how, figures }: Section): string {
  const rows = figures.map(
    (figure) => `| ${figure.name} | ${figure.value} | ${figure.note ?? ''} | ${targetText(figure)} |`,
  );
  const head = ['| measurement | result | details | target |', '| --- | ---: | --- | --- |'];
  return [`## ${title}`, '', how, '', ...head, ...rows, ''].join('\n');
}

export function pageSections(sections: readonly Section[]): Section[] {
  return sections
    .map((section) => ({ ...section, figures: section.figures.filter(({ promise }) => promise) }))
    .filter(({ figures }) => figures.length > 0);
}

function targetText({ promise }: Figure): string {
  if (!promise) return '';
  return `${promise.row}: ${promise.text}${promise.kept ? '' : ' (**missed**)'}`;
}

/** Describes the machine. */
export function machineText(folder: string): string {
  const root = join(import.meta.dirname, '../..');
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  const cores = cpus();
  const lines = [
    `${cores.length} × ${cores[0]?.model.trim() ?? 'unknown processor'}, ${Math.round(totalmem() / 1024 ** 3)} GB of memory, ${type()} ${release()}, ${fileSystem(folder)}`,
    `Node ${process.versions.node}, SQLite ${process.versions.sqlite ?? '?'}, lowdb ${devDependencies.lowdb}`,
  ];
  return lines.map((line) => `- ${line}`).join('\n');
}

function fileSystem(folder: string): string {
  try {
    return String(execFileSync('stat', ['-f', '-c', 'file system %T', folder])).trim();
  } catch {
    return 'file system unknown';
  }
}
