// How the row that the keyboard is at looks: the rows have the focus as one (`group/rows`), and the ring is around the row.

export const chosenRow =
  'bg-hover group-focus-visible/rows:outline-2 group-focus-visible/rows:-outline-offset-2 group-focus-visible/rows:outline-accent';
