// The site, built from docs/ by `npm run site`: scripts/site copies the pages next to this file and makes the sidebar.

import { readFileSync } from 'node:fs';
import { media } from './media.mjs';
import { slugOf } from './slug.mjs';

const sidebar = JSON.parse(readFileSync(new URL('sidebar.json', import.meta.url), 'utf8'));

const base = process.env.THROUGHLINE_SITE_BASE ?? '/';

export default {
  title: 'Throughline',
  description: 'A desktop chat client for tool-using language models that never loses or breaks a conversation.',
  lang: 'en-US',
  cleanUrls: false,
  lastUpdated: false,
  base,
  head: [['meta', { name: 'color-scheme', content: 'light dark' }]],
  markdown: {
    // Pages name placeholders such as <id>, which are text.
    html: false,
    anchor: { slugify: slugOf },
    config(md) {
      media(md, base);
      // An empty header cell is no header.
      md.core.ruler.push('empty-headers', ({ tokens }) => {
        for (const [index, { type, content }] of tokens.entries()) {
          const cell = [tokens[index - 1], tokens[index + 1]];
          if (type !== 'inline' || content !== '' || cell[0]?.type !== 'th_open') continue;
          for (const each of cell) if (each) each.tag = 'td';
        }
      });
      // Braces in a page are text, not an expression.
      const { rules } = md.renderer;
      for (const name of ['text', 'code_inline']) {
        const render = rules[name];
        rules[name] = (...token) => {
          const html = render(...token);
          return html.includes('{{') ? `<span v-pre>${html}</span>` : html;
        };
      }
    },
  },
  themeConfig: {
    search: {
      provider: 'local',
      options: {
        miniSearch: {
          searchOptions: {
            // Runs in the browser: pages for users come before those for developers.
            boostDocument: (id) =>
              /\/(?:features|moving)\/|\/get-started/.test(id)
                ? 2
                : /\/(?:decisions|formats|project)\//.test(id)
                  ? 0.5
                  : 1,
          },
        },
      },
    },
    outline: { level: [2, 3] },
    sidebar,
    nav: [
      { text: 'Get started', link: '/get-started' },
      { text: 'Features', link: '/overview' },
      { text: 'Moving over', link: '/moving/' },
      { text: 'Comparison', link: '/comparison' },
    ],
    docFooter: { prev: 'Previous', next: 'Next' },
    footer: { message: 'Licensed under Apache 2.0.' },
  },
};
