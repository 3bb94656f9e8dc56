// The gallery: every state of the window without a host. Without a query it lists its scenes by feature. `?show=NAME` opens a
// window in that state, `?show=all` every box on one page; `open=KEY,…` opens boxes; askedAppearance.ts lists the parameters
// for the look, `lang=zh` sets the language. The root element gets `data-drawn` once a scene is ready. The event `gallery:turn`
// with another query shows that scene in the same page, in the language that the page was loaded in.

import './gallery.css';
import { locale } from '../../renderer/core/strings.ts';
import { guardNavigation } from '../../renderer/features/markdown/navigationGuard.ts';
import { onSystemAppearanceChange } from '../../renderer/features/theme/appearance.ts';
import { showScene } from './showScene.tsx';

document.documentElement.lang = locale;
guardNavigation(document);

let shown = new AbortController();
let look = showScene(new URLSearchParams(location.search), shown.signal);
onSystemAppearanceChange(() => look());
addEventListener('gallery:turn', (event) => {
  if (!(event instanceof CustomEvent)) return;
  const query = String(event.detail);
  shown.abort();
  shown = new AbortController();
  history.replaceState(null, '', `?${query}`);
  look = showScene(new URLSearchParams(query), shown.signal);
});
