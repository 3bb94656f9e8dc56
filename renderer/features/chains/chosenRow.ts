// Style of the selected row: the list has a single focus (`group/rows`), and the ring surrounds the row.

export const chosenRow =
  'bg-hover group-focus-visible/rows:outline-2 group-focus-visible/rows:-outline-offset-2 group-focus-visible/rows:outline-accent';
