// Leaves out of a device's window what the host would refuse it: one style sheet hides every control that names a refused
// method in its `data-needs`, and the places below. A change of the device's rights changes the sheet at once.

import type { Need } from '../../../shared/features/remote/needs.ts';
import type { AppSnapshot } from '../../../shared/features/start/methods.ts';
import type { AppStore } from '../../core/state/appStore.ts';

/** Places that were marked for another reason, by the method that they lead to. */
const places = new Map<string, string>(
  Object.entries({
    'approval.answer': '[data-answers]',
    'run.resume': '[data-follows]',
    'conversation.configure': '[data-control="model"]',
    'conversation.configure:approvalMode': '[data-control="approvals"]',
    'conversation.setFolder': '[data-control="folder"]',
  } satisfies { readonly [N in Need]?: string }),
);

/** Also hides it from the keyboard and from assistive technology. */
function hidingRule(refused: readonly string[]): string {
  const selectors = refused.flatMap((need) => [`[data-needs="${need}"]`, places.get(need) ?? []].flat());
  return selectors.length === 0 ? '' : `:is(${selectors.join(',')}){display:none!important}`;
}

/** Returns a function that ends it and shows everything again. */
export function followRights({ store }: AppStore): () => void {
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  let current = '';
  const show = (snapshot: AppSnapshot | null): void => {
    const rule = hidingRule(snapshot?.device?.refused ?? []);
    if (rule === current) return;
    current = rule;
    sheet.replaceSync(rule);
  };
  show(store.getState().snapshot);
  const stop = store.subscribe(({ snapshot }) => show(snapshot));
  return () => {
    stop();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
  };
}
