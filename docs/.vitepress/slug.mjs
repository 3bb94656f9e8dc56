// The anchor of a heading as GitHub makes it, so that a link works in the repository and on the site.

/** @param {string} heading */
export function slugOf(heading) {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Mark}\p{Number}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
}
