// The gallery: every state of the window without a host. Without a query it lists its scenes by feature. `?show=NAME` opens a
// whole window in that state, `?show=all` every box on one page; `open=KEY,…` opens boxes; the look is asked for as
// askedAppearance.ts has it, the language by `lang=zh`. The root element has `data-drawn` once a scene stands. An event
// `gallery:turn` with another query shows that scene in the same page, in the language that it was loaded in.

import './gallery.css';
import { locale } from '../../renderer/core/strings.ts';
import { guardNavigation } from '../../renderer/features/markdown/navigationGuard.ts';
import { onSystemAppearance } from '../../renderer/features/theme/appearance.ts';
import { showScene } from './showScene.tsx';

document.documentElement.lang = locale;
guardNavigation(document);

let shown = new AbortController();
let look = showScene(new URLSearchParams(location.search), shown.signal);
onSystemAppearance(() => look());
addEventListener('gallery:turn', (event) => {
  if (!(event instanceof CustomEvent)) return;
  const query = String(event.detail);
  shown.abort();
  shown = new AbortController();
  history.replaceState(null, '', `?${query}`);
  look = showScene(new URLSearchParams(query), shown.signal);
});
