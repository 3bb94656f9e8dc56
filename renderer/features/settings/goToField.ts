// Brings one setting of the open section into view, with the keyboard in it and a mark around it for a moment.

const markMs = 1_600;
const fields = ['input', 'select', 'textarea', 'button'].map((tag) => `${tag}:not(:disabled)`).join(', ');

/** Null: it is not there (yet). Else what takes the mark away. */
export function goToField(page: HTMLElement, label: string): (() => void) | null {
  const name = CSS.escape(label);
  const field = page.querySelector<HTMLElement>(
    `[data-field="${name}"], section[aria-label="${name}"], search[aria-label="${name}"], [role="radiogroup"][aria-label="${name}"]`,
  );
  if (!field) return null;
  const first = field.querySelector<HTMLElement>('input:checked') ?? field.querySelector<HTMLElement>(fields) ?? page;
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
