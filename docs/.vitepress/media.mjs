// Pictures and videos of a page. On a code host each is one picture, in light colors, and a video is what it links to:
// `[![what it shows](a.light.jpg)](a.light.webm)`, with captions in a.light.vtt. The site shows the video with controls, and
// adds the dark one of each pair; the style sheet hides the other. Nothing moves before the user presses play.

import { posix } from 'node:path';

/**
 * @param {import('markdown-it').default} md
 * @param {string} base The site's base path.
 */
export function media(md, base) {
  md.core.ruler.push('media', (state) => {
    state.tokens = state.tokens.flatMap((token, index) => {
      const isPicture = token.type === 'paragraph_open' && sourceOf(state.tokens[index + 1])?.includes('.light.');
      const [paragraph, inline, end] = isPicture ? state.tokens.slice(index, index + 3) : [];
      if (!paragraph || !inline || !end) return [token];
      return [paragraph, { ...inline, children: inDark(inline) }, end, token];
    });
    for (const token of state.tokens) if (sourceOf(token)) asVideo(token, state);
  });

  /** A picture that links to a video becomes the video with that poster. */
  function asVideo(token, { env, Token }) {
    const [link, picture] = token.children;
    const href = link.type === 'link_open' ? link.attrGet('href') : null;
    if (!href?.endsWith('.webm')) return;
    const { escapeHtml } = md.utils;
    const relative = (url) => escapeHtml(url.startsWith('.') ? url : `./${url}`);
    // The build rewrites the addresses of the video and its poster, but not the track's, which is a public file.
    const captions = posix.join(base, posix.dirname(env.relativePath), href.replace(/\.webm$/, '.vtt'));
    const html = new Token('html_inline', '', 0);
    html.content =
      `<video src="${relative(href)}" poster="${relative(picture.attrGet('src'))}" aria-label="${escapeHtml(picture.content)}" ` +
      `width="1200" height="750" controls muted playsinline preload="metadata">` +
      `<track kind="captions" src="${escapeHtml(captions)}" srclang="en" label="English" default></video>`;
    token.children = [html];
  }
}

/** Returns the address of a picture that is a paragraph of its own; it may be a link. */
function sourceOf(token) {
  const children = token?.type === 'inline' ? token.children : [];
  const isLinked = children.length === 3 && children[0].type === 'link_open';
  const picture = children.length === 1 ? children[0] : isLinked ? children[1] : null;
  return picture?.type === 'image' ? picture.attrGet('src') : null;
}

function inDark({ children }) {
  return children.map((child) => {
    const attrs = child.attrs?.map(([name, value]) => [name, value.replace('.light.', '.dark.')]) ?? null;
    return Object.assign(Object.create(Object.getPrototypeOf(child)), child, { attrs });
  });
}
