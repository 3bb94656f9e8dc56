// Brings one setting of the open section into view, with the keyboard in it and a mark around it for a moment.

const markMs = 1_600;
/** The first that is there of these takes the keyboard; of a setting that has none (yet) it takes it itself. */
const wanted = ['input:checked', 'input:not(:disabled)', 'select', 'textarea', 'button:not(:disabled)'];

/** Null: it is not there (yet). Else what takes the mark away. */
export function goToField(page: HTMLElement, label: string): (() => void) | null {
  const name = CSS.escape(label);
  const field = page.querySelector<HTMLElement>(
    `[data-field="${name}"], section[aria-label="${name}"], search[aria-label="${name}"], [role="radiogroup"][aria-label="${name}"]`,
  );
  if (!field) return null;
  const [first = field] = wanted.flatMap((selector) => field.querySelector<HTMLElement>(selector) ?? []);
  if (first === field) field.tabIndex = -1;
  first.focus({ preventScroll: true });
  field.scrollIntoView({ block: 'center' });
  field.dataset.here = '';
  const end = (): void => {
    delete field.dataset.here;
  };
  const timer = setTimeout(end, markMs);
  return () => {
    clearTimeout(timer);
    end();
  };
}
