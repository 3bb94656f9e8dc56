// The pages of the site from the repository's Markdown: their paths, links that work there, and the sidebar.

import { posix } from 'node:path';
import { slugOf } from '../../docs/.vitepress/slug.mjs';

export interface SitePage {
  /** In the site, such as `features/undo.md`. */
  path: string;
  /** In the repository, such as `docs/features/undo.md`; null: made here. */
  source: string | null;
  text: string;
}

export interface SidebarGroup {
  text: string;
  items: { text: string; link: string }[];
}

/** Top-level pages that are part of the site. */
const projectPages: Readonly<Record<string, string>> = {
  'CHANGELOG.md': 'project/changelog.md',
  'CODE_OF_CONDUCT.md': 'project/code-of-conduct.md',
  'CONTRIBUTING.md': 'project/contributing.md',
  'SECURITY.md': 'project/security.md',
};

/** `files`: the repository's files with `/`. `read`: the text of one. */
export function sitePages(files: readonly string[], read: (file: string) => string): SitePage[] {
  const sources = new Map<string, string>();
  for (const file of files) {
    const path = pathOf(file);
    if (path !== null) sources.set(file, path);
  }
  const pages = [...sources].map(([source, path]) => ({
    path,
    source,
    text: relinked(source, path, read(source), sources),
  }));
  return [...pages, decisionsPage(pages)];
}

function pathOf(file: string): string | null {
  if (projectPages[file]) return projectPages[file];
  if (!file.startsWith('docs/') || !file.endsWith('.md')) return null;
  const path = file.slice('docs/'.length);
  // The overview of the repository; the site begins with index.md.
  return path === 'README.md' ? 'overview.md' : path.replace(/README\.md$/, 'index.md');
}

/** Everything but code, in which `](` is text. */
const codeOrLink = /(^```[\s\S]*?^```|^ {4,}.*$|`[^`\n]+`)|(!?)\[((?:[^[\]]|\[[^[\]]*\])*)\]\(([^)\s]+)\)/gm;

function relinked(source: string, path: string, text: string, sources: ReadonlyMap<string, string>): string {
  return text.replace(
    codeOrLink,
    (whole: string, code: string | undefined, image: string, label: string, target: string) => {
      if (code !== undefined || /^[a-z]+:|^#/.test(target)) return whole;
      const [file = '', anchor] = target.split('#', 2);
      const named = posix.join(posix.dirname(source), file);
      if (image === '!' || /\.(?:png|jpe?g|webp|webm)$/.test(file)) return whole;
      const page =
        sources.get(named) ??
        sources.get(`${named}/README.md`) ??
        (named === 'docs/decisions' ? 'decisions/index.md' : null);
      // A file of the repository that is no page: its name stays.
      if (page === null || page === undefined) return label;
      const relative = posix.relative(posix.dirname(path), page);
      return `[${label}](${relative.startsWith('.') ? relative : `./${relative}`}${anchor === undefined ? '' : `#${anchor}`})`;
    },
  );
}

function titleOf({ text, path }: Pick<SitePage, 'text' | 'path'>): string {
  return /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? path;
}

/** For the sidebar: the group names the rest. */
function shortTitle(page: SitePage): string {
  return titleOf(page).replace(/^Moving over from /, 'From ');
}

function decisionsPage(pages: readonly SitePage[]): SitePage {
  const list = pages
    .filter(({ path }) => path.startsWith('decisions/'))
    .map((page) => `- [${titleOf(page)}](./${posix.basename(page.path)})`)
    .sort();
  return {
    path: 'decisions/index.md',
    source: null,
    text: `# Decisions\n\nWhy things are as they are.\n\n${list.join('\n')}\n`,
  };
}

/** The features in the groups and the order of the overview; others follow by title. */
export function sidebarOf(pages: readonly SitePage[]): SidebarGroup[] {
  const overview = pages.find(({ path }) => path === 'overview.md')?.text ?? '';
  const order = linksIn(overview);
  const placeOf = ({ path }: SitePage): number => (order.includes(path) ? order.indexOf(path) : order.length);
  const items = (fits: (path: string) => boolean) =>
    pages
      .filter(({ path }) => fits(path))
      .sort((one, other) => placeOf(one) - placeOf(other) || titleOf(one).localeCompare(titleOf(other)))
      .map((page) => ({ text: shortTitle(page), link: `/${page.path.replace(/(?:index)?\.md$/, '')}` }));
  const start = ['get-started.md', 'overview.md', 'comparison.md', 'promises.md', 'project/security.md'];
  const named = start.flatMap((path) => items((each) => each === path));
  const inFolder = (folder: string) => items((path) => path.startsWith(`${folder}/`));
  const features = overview
    .split(/^## /m)
    .slice(1)
    .map((section) => ({ text: section.split('\n', 1)[0] ?? '', paths: featuresIn(section) }));
  const grouped = features.flatMap(({ paths }) => paths);
  return [
    { text: 'Start', items: named },
    { text: 'Moving over', items: inFolder('moving') },
    ...features.map(({ text, paths }) => ({ text, items: items((path) => paths.includes(path)) })),
    { text: 'More', items: items((path) => path.startsWith('features/') && !grouped.includes(path)) },
    { text: 'Formats', items: inFolder('formats') },
    {
      text: 'Developers',
      items: [
        ...items((path) => !path.includes('/') && !start.includes(path) && path !== 'index.md'),
        ...items((path) => path.startsWith('project/') && !start.includes(path)),
        ...items((path) => path === 'decisions/index.md'),
      ],
    },
  ].filter((group) => group.items.length > 0);
}

function linksIn(text: string): string[] {
  return [...text.matchAll(/\]\(\.\/([^)#]+)\)/g)].map(([, path = '']) => path);
}

const featuresIn = (section: string): string[] => linksIn(section).filter((path) => path.startsWith('features/'));

/** Links between pages whose page or anchor does not exist, as `page: target`. */
export function brokenLinks(pages: readonly SitePage[], images: ReadonlySet<string>): string[] {
  const anchors = new Map(pages.map(({ path, text }) => [path, anchorsOf(text)]));
  return pages.flatMap(({ path, text }) => {
    // The site adds the dark picture of each pair.
    const missing = (targets: readonly string[]): string[] =>
      [...new Set(targets.flatMap((target) => [target, target.replace('.light.', '.dark.')]))]
        .filter((target) => !images.has(posix.join(posix.dirname(path), target)))
        .map((target) => `${path}: ${target}`);
    return [...text.matchAll(codeOrLink)].flatMap(([, code, image, label = '', target = '']) => {
      if (code !== undefined || /^[a-z]+:/.test(target)) return [];
      const [file = '', anchor] = target.split('#', 2);
      const named = file === '' ? path : posix.join(posix.dirname(path), file);
      if (file.endsWith('.webm')) {
        // Its poster, and its captions.
        const [, poster = ''] = /^!\[[^\]]+\]\(([^)]+)\)$/.exec(label) ?? [];
        return missing([target, poster, target.replace(/webm$/, 'vtt')]);
      }
      if (image === '!' || /\.(?:png|jpe?g|webp)$/.test(file)) return missing([target]);
      const there = anchors.get(named);
      return there !== undefined && (anchor === undefined || there.has(anchor)) ? [] : [`${path}: ${target}`];
    });
  });
}

function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#{1,6} (.+)$/gm)) {
    const slug = slugOf(heading.replaceAll(/`|\*\*|\[([^\]]*)\]\([^)]*\)/g, '$1'));
    let unique = slug;
    for (let count = 1; anchors.has(unique); count++) unique = `${slug}-${count}`;
    anchors.add(unique);
  }
  return anchors;
}
